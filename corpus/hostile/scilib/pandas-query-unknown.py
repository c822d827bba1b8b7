import pandas as pd
df = pd.read_csv("t.csv")
q = open("q.txt").read()
print(df.query(q, engine="python"))
