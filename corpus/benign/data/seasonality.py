import numpy as np
import pandas as pd

months = pd.period_range("2020-01", "2023-12", freq="M")
t = np.arange(len(months))
values = 100 + 2 * t + 15 * np.sin(2 * np.pi * t / 12)
df = pd.DataFrame({"value": values}, index=months)
df["trend"] = np.polyval(np.polyfit(t, values, 1), t)
df["season"] = (df["value"] - df["trend"]).groupby(df.index.month).transform("mean")
df["rest"] = df["value"] - df["trend"] - df["season"]
print(df.head(3).round(2))
print("rest std", round(df["rest"].std(), 4))
