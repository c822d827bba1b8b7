import pandas as pd

df = pd.DataFrame({
    "month": ["Jan", "Jan", "Feb", "Feb", "Mar", "Mar"],
    "shop": ["X", "Y", "X", "Y", "X", "Y"],
    "sales": [100, 80, 120, 95, 130, 90],
})
table = df.pivot_table(index="month", columns="shop", values="sales", aggfunc="sum")
table = table.reindex(["Jan", "Feb", "Mar"])
table["total"] = table.sum(axis=1)
print(table)
print(table.pct_change().round(3).fillna(0))
