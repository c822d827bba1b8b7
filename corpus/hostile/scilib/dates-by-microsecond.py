import pandas as pd
idx = pd.date_range("1900-01-01", "2200-01-01", freq="us")
print(len(idx))
