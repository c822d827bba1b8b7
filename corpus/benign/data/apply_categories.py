import pandas as pd

df = pd.DataFrame({"income": [12000, 45000, 88000, 150000, 31000]})

def bracket(value):
    if value < 20000:
        return "low"
    if value < 60000:
        return "middle"
    return "high"

df["bracket"] = df["income"].apply(bracket)
df["bins"] = pd.cut(df["income"], bins=[0, 20000, 60000, 1e6], labels=["l", "m", "h"])
df["tax"] = df["income"].map(lambda v: round(v * 0.2, 2))
print(df)
