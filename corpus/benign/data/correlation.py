import numpy as np
import pandas as pd

np.random.seed(0)
n = 200
height = np.random.normal(170, 10, n)
weight = 0.9 * height - 90 + np.random.normal(0, 8, n)
df = pd.DataFrame({"height": height, "weight": weight})
print(df.corr().round(3))
slope, intercept = np.polyfit(df["height"], df["weight"], 1)
print(f"weight = {slope:.2f} * height + {intercept:.2f}")
