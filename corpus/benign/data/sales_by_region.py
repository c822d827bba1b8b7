"""Summarise sales by region with pandas."""
import pandas as pd

data = {
    "region": ["North", "South", "North", "East", "South", "East", "North"],
    "product": ["A", "A", "B", "B", "B", "A", "A"],
    "units": [10, 4, 7, 12, 9, 3, 6],
    "price": [2.5, 2.5, 4.0, 4.0, 4.0, 2.5, 2.5],
}
df = pd.DataFrame(data)
df["revenue"] = df["units"] * df["price"]
summary = df.groupby("region")["revenue"].agg(["sum", "mean", "count"])
print(summary.sort_values("sum", ascending=False))
print("Best region:", summary["sum"].idxmax())
