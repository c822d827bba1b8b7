import pandas as pd
pd.DataFrame({"a": [1]}).to_csv("ftp://127.0.0.1:9/x.csv")
