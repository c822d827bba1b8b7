import pandas as pd
pd.read_csv("ftp://127.0.0.1:9/key.csv")
