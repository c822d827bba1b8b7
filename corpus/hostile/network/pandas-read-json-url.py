import pandas as pd
u = "http" + "://" + "127.0.0.1:9/data.json"
pd.read_json(u)
