import pandas as pd
import numpy as np

index = pd.MultiIndex.from_product([["x", "y"], [1, 2, 3]], names=["letter", "number"])
df = pd.DataFrame(np.arange(12).reshape(6, 2), index=index, columns=["a", "b"])
print(df.loc["x"])
print(df.xs(2, level="number"))
print(df.groupby(level="letter").sum())
print(df.stack().head(3))
print(df.reset_index().assign(c=lambda d: d.a + d.b))
