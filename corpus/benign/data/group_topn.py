import pandas as pd

df = pd.DataFrame({"team": list("AABBBCC"), "player": list("pqrstuv"), "goals": [3, 9, 4, 1, 7, 2, 2]})
best = df.sort_values("goals", ascending=False).groupby("team").head(1)
print(best.sort_values("team").to_string(index=False))
df["share"] = df["goals"] / df.groupby("team")["goals"].transform("sum")
print(df.round(2))
df["cum"] = df.groupby("team")["goals"].cumsum()
print(df[["team", "cum"]].tail(3))
