import pandas as pd

df = pd.DataFrame({"name": ["a", "b", "c", "d"], "score": [55, 80, 91, 67], "passed": [False, True, True, True]})
top = df.nlargest(2, "score")
print(top)
print(df.loc[df.score.between(60, 90), "name"].tolist())
print(df[df["passed"]].score.mean())
print(df.sort_values("score").iloc[0]["name"])
