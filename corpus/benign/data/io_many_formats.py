from io import StringIO, BytesIO
import json
import numpy as np
import pandas as pd

df = pd.DataFrame({"id": [1, 2], "when": pd.to_datetime(["2024-01-01", "2024-06-01"]), "v": [1.5, np.nan]})
text = df.to_csv(index=False, sep=";", na_rep="NA", date_format="%Y-%m-%d", decimal=",")
print(text)
back = pd.read_csv(StringIO(text), sep=";", decimal=",", parse_dates=["when"], dtype={"id": int}, na_values=["NA"], usecols=["id", "when", "v"])
assert back["v"].isna().sum() == 1
print(back.dtypes.astype(str).to_dict())
print(df.to_json(orient="split", date_unit="s"))
print(pd.DataFrame(json.loads(df.to_json(orient="records"))).shape, pd.read_fwf(StringIO("a  b\n1  2\n")).shape)
buffer = BytesIO()
np.savez(buffer, a=np.arange(3), b=np.eye(2))
buffer.seek(0)
with np.load(buffer) as z:
    print(z.files, z["a"].sum())
print(np.genfromtxt(StringIO("1,2\n3,\n"), delimiter=",", filling_values=0))
