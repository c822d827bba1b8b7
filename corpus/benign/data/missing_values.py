import numpy as np
import pandas as pd

df = pd.DataFrame({"a": [1, np.nan, 3], "b": [np.nan, 5, 6], "c": ["x", None, "z"]})
print(df.isna().sum())
filled = df.copy()
filled["a"] = filled["a"].fillna(filled["a"].mean())
filled["b"] = filled["b"].fillna(0)
filled["c"] = filled["c"].fillna("unknown")
print(filled)
print("complete rows:", len(df.dropna()))
