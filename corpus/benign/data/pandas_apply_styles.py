import pandas as pd

df = pd.DataFrame({"a": [3, 1, 2], "b": [0.5, 1.5, 2.5], "c": list("xyz")})
print(df.apply(lambda row: f"{row['c']}{row['a']}", axis=1).tolist())
print(df.agg({"a": "sum", "b": ["min", "max"]}))
print(df.filter(like="a").columns.tolist(), df.rename(columns={"a": "A"}).columns.tolist(), df.drop(columns="b").shape)
print(df.sort_values("a").reset_index(drop=True).at[0, "c"], df.iat[1, 0], df.iloc[-1].to_dict())
print(df.where(df["a"] > 1).isna().sum().sum(), df.mask(df["a"] > 2, 0).a.tolist(), df.replace({"x": "w"}).c[0])
for i, row in df.iterrows():
    print(i, row["c"])
for name, col in df.items():
    print(name, col.dtype)
df.insert(1, "new", 7)
df.index.name = "n"
print(df.pipe(lambda d: d.head(1)), df.transpose().shape, df.to_numpy().shape, df.set_index("c").to_dict()["a"])
df["a"].plot if False else None
print(df.astype({"a": "float32"}).dtypes["a"], df.nunique().to_dict(), df.a.cummax().tolist(), df.a.rank().tolist())
