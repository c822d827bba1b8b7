import numpy as np
import pandas as pd

rng = np.random.default_rng(13)
n = 300
df = pd.DataFrame({
    "pclass": rng.choice([1, 2, 3], n, p=[0.2, 0.3, 0.5]),
    "sex": rng.choice(["male", "female"], n),
    "age": rng.normal(30, 12, n).clip(1, 80).round(),
    "fare": rng.exponential(30, n).round(2),
})
chance = 0.2 + 0.4 * (df["sex"] == "female") + 0.1 * (3 - df["pclass"])
df["survived"] = (rng.random(n) < chance).astype(int)
df.loc[rng.choice(n, 40, replace=False), "age"] = np.nan
print(df.info())
print(df.isnull().sum().to_dict())
df["age"] = df.groupby("pclass")["age"].transform(lambda s: s.fillna(s.median()))
df["child"] = np.where(df["age"] < 16, "child", "adult")
df["fare_band"] = pd.qcut(df["fare"], q=[0, .25, .5, .75, 1], labels=["low", "mid", "high", "top"])
print(df.groupby(["sex", "pclass"])["survived"].mean().unstack().round(2))
print(pd.crosstab(df["fare_band"], df["survived"], normalize="index").round(2))
print(df.select_dtypes(include="number").corr()["survived"].sort_values(ascending=False).round(2))
