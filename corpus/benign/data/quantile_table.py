import pandas as pd
import numpy as np

df = pd.DataFrame({"g": np.repeat(["a", "b"], 50), "x": np.r_[np.arange(50), np.arange(50) ** 1.5]})
q = df.groupby("g")["x"].quantile([0.1, 0.5, 0.9]).unstack()
print(q.round(1))
df["bin"] = pd.qcut(df["x"], 4, labels=False)
print(df.groupby(["g", "bin"]).size().unstack(fill_value=0))
print(df.x.skew().round(2), df.x.agg(np.ptp).round(1))
