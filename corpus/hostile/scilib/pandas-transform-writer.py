import pandas as pd
df = pd.DataFrame({"a": [1]})
try:
    df.transform("to_csv", path_or_buf="/srv/CANARY")
except Exception as e:
    print(e)
