import pandas as pd
from datetime import datetime

records = [{"ts": datetime(2024, 1, d), "dev": f"d{d % 2}", "val": d * 1.5} for d in range(1, 11)]
df = pd.DataFrame.from_records(records)
df["week"] = df["ts"].dt.isocalendar().week.astype(int)
wide = df.pivot_table(index="week", columns="dev", values="val", aggfunc="mean")
print(wide)
print(df.set_index("ts").groupby("dev")["val"].rolling("3D").sum().round(1).tail(3))
df.to_json("records.json", orient="records", date_format="iso")
print(pd.read_json("records.json").shape, df.memory_usage(deep=True).sum() > 0)
