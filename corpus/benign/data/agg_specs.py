import pandas as pd

df = pd.DataFrame({"k": ["a", "a", "b"], "x": [1, 2, 3], "y": [4.0, 5.0, 6.0]})
specs = {c: ["mean", "max"] for c in df.columns if c != "k"}
print(df.groupby("k").agg(specs))
built = {}
for c in ("x", "y"):
    built[c] = "sum"
print(df.groupby("k").agg(built))
named = {f"{c}_mean": (c, "mean") for c in ("x", "y")}
print(df.groupby("k").agg(**named))


def summary(frame, column, how="mean"):
    return frame.groupby("k")[column].agg(how)


for how in ("min", "median"):
    print(summary(df, "x", how))
