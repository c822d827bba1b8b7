# %% load
import pandas as pd
df = pd.DataFrame({"x": range(10)})
df["y"] = df.x ** 2

# %% look
df.head()
df.info()

# %% stats
m = df.y.mean()
m
print(m)

# %% export
df.to_csv("xy.csv")
pd.read_csv("xy.csv", index_col=0).equals(df)
