import pandas as pd

with open("big.csv", "w") as f:
    f.write("id,value\n")
    for i in range(5000):
        f.write(f"{i},{i % 97}\n")

total = 0
rows = 0
for chunk in pd.read_csv("big.csv", chunksize=1000):
    total += chunk["value"].sum()
    rows += len(chunk)
print(rows, total, round(total / rows, 3))
