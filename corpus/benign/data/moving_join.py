import pandas as pd

trades = pd.DataFrame({"t": pd.to_datetime(["10:00:01", "10:00:03", "10:00:07"]), "qty": [5, 3, 8]})
quotes = pd.DataFrame({"t": pd.to_datetime(["10:00:00", "10:00:02", "10:00:05"]), "bid": [99.5, 99.7, 99.6]})
joined = pd.merge_asof(trades, quotes, on="t")
joined["value"] = joined["qty"] * joined["bid"]
print(joined[["qty", "bid", "value"]])
