import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd
import numpy as np

idx = pd.date_range("2023-01-01", periods=120)
series = pd.Series(np.cumsum(np.random.default_rng(0).normal(size=120)), index=idx)
fig, (top, bottom) = plt.subplots(2, 1, sharex=True)
top.plot(series.index, series.values, label="raw")
top.plot(series.rolling(10).mean(), label="10 days")
top.legend()
bottom.bar(series.index, series.diff().fillna(0), width=1)
plt.savefig("series.png")
plt.close(fig)
print("ok", len(series))
