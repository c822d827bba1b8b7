import pandas as pd

jobs = pd.read_csv("jobs.csv")
df = pd.read_csv("data.csv")
for _, job in jobs.iterrows():
    print(df.apply(job["method"], 0, args=tuple(job["args"].split())))
