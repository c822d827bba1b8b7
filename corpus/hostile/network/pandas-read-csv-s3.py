import pandas as pd
pd.read_csv("s3://bucket/key.csv", storage_options={"anon": True})
