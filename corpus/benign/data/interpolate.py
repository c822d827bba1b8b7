import numpy as np
import pandas as pd

s = pd.Series([1.0, np.nan, np.nan, 4.0, np.nan, 6.0])
print(s.interpolate().tolist())
print(s.ffill().tolist(), s.bfill().tolist())
x = np.array([0, 1, 3])
y = np.array([0, 10, 30])
print(np.interp([0.5, 2, 2.5], x, y))
