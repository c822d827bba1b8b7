from io import StringIO
import pandas as pd

text = """id  name    score
1   anna    3.5
2   bert    4.0
3   carl    2.5
"""
df = pd.read_csv(StringIO(text), sep=r"\s+")
df["rank"] = df["score"].rank(ascending=False).astype(int)
df = df.set_index("id")
print(df.T)
print(df.to_dict(orient="index"))
print(df.to_json())
