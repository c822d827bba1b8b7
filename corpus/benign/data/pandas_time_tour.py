import pandas as pd

idx = pd.date_range("2024-01-31", periods=4, freq="M")
s = pd.Series([1, 4, 2, 8], index=idx)
print(s.shift(1).fillna(0).tolist(), s.asfreq("D", method="ffill").shape, s.index.month.tolist())
print((pd.Timestamp("2024-03-01") - pd.Timedelta(days=1)).date(), pd.to_datetime("01/02/2024", dayfirst=True).month)
print(pd.Timestamp("2024-05-01") + pd.DateOffset(months=1), pd.Timestamp.now().year >= 2024)
print(pd.to_timedelta(["1 days", "2h"]).total_seconds().tolist(), pd.infer_freq(idx))
print(s.loc["2024-02":"2024-03"].sum(), s.between_time if False else s.idxmax(), s.truncate(before="2024-03").size)
print(s.index.tz_localize("UTC").tz_convert("UTC")[0], s.resample("Q").agg(["min", "max"]))
