import pandas as pd
import numpy as np

df = pd.DataFrame({"k": list("aabbc"), "x": range(5), "y": np.linspace(1, 2, 5)})
stats = ["mean", "std", "min", "max"]
out = {}
for s in stats:
    out[s] = getattr(df["x"], s)()
print(out)
print(df.groupby("k").agg(x_sum=("x", "sum"), y_mean=("y", lambda s: s.mean())))
print(df.groupby("k").apply(lambda g: g.nlargest(1, "x")).reset_index(drop=True))
df = (df.assign(z=lambda d: d.x ** 2, k=lambda d: d.k.str.upper())
        .pipe(lambda d: d[d.z > 0])
        .rename(columns=str.lower)
        .sort_values(["k", "x"], ascending=[True, False])
        .reset_index(drop=True))
print(df.eval("w = x + y").query("w > 2 and k in ['A', 'B']"))
limit = 3
print(df.query("x >= @limit"))
col = "x"
print(df.query(f"{col} > 1 & {col} < 4"))
print(df.melt(id_vars="k").pivot_table(index="k", columns="variable", values="value", aggfunc=[np.mean, "count"]))
with pd.option_context("display.max_rows", 5, "display.precision", 2):
    print(df.describe(include="all").T)
print(pd.cut(df.x, bins=[0, 1, 3, 10], labels=["lo", "mid", "hi"]).value_counts().to_dict())
print(pd.merge(df, pd.DataFrame({"k": ["A"], "name": ["ann"]}), on="k", how="left", indicator=True)["_merge"].tolist())
for row in df.itertuples(index=False):
    print(row.k, row._asdict()["x"])
for idx, row in df.head(1).iterrows():
    print(idx, dict(row))
print(df.style.__class__.__name__ if False else df.to_dict("records")[0], df.memory_usage(deep=True).sum() > 0)
df["d"] = pd.to_datetime("2024-01-01") + pd.to_timedelta(df.x, unit="D")
print(df.set_index("d").resample("2D")["y"].sum(), df.d.dt.day_name().tolist())
df.to_csv("o.csv", index=False); df.to_excel if False else None
print(pd.read_csv("o.csv", parse_dates=["d"], dtype={"k": "category"}, chunksize=2).get_chunk().shape)
df.drop(columns="d").to_html("o.html"); df.to_markdown if hasattr(df, "to_markdown") else None
