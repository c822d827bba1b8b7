import pandas as pd

df = pd.DataFrame({"k": ["a", "b", "a"], "v": ["x", "y", "z"]})
print(df.groupby("k")["v"].apply(", ".join))
print(df.groupby("k").agg({"v": list}))
for key, part in df.groupby("k"):
    print(key, len(part))
print(df.explode("v").equals(df), df.sample(2, random_state=1).shape, df.v.isin(["x"]).any())
