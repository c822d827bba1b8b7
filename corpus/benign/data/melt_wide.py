import pandas as pd

wide = pd.DataFrame({"id": [1, 2], "2022": [5.0, 6.5], "2023": [5.5, 7.0]})
long = wide.melt(id_vars="id", var_name="year", value_name="score")
long["year"] = long["year"].astype(int)
long = long.sort_values(["id", "year"]).reset_index(drop=True)
long["change"] = long.groupby("id")["score"].diff()
print(long)
back = long.pivot(index="id", columns="year", values="score")
assert back.shape == (2, 2)
