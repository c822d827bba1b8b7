import numpy as np
import pandas as pd

dates = pd.date_range("2024-01-01", periods=30, freq="D")
values = np.sin(np.linspace(0, 6, 30)) * 10 + 50
s = pd.Series(values, index=dates)
smooth = s.rolling(window=7).mean()
print(smooth.dropna().head())
weekly = s.resample("W").mean()
print(weekly.round(2))
