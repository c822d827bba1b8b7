import re
import pandas as pd

s = pd.Series(["Order #12: 3x pen @1.50", "Order #13: 1x cup @4.00", "broken"])
parts = s.str.extract(r"#(?P<order>\d+): (?P<qty>\d+)x (?P<item>\w+) @(?P<price>[\d.]+)").dropna()
parts = parts.astype({"order": int, "qty": int, "price": float})
parts["total"] = parts["qty"] * parts["price"]
print(parts, parts["total"].sum())
print(s.str.contains("pen", flags=re.IGNORECASE).tolist(), s.str.len().max(), s.str.split().str[0].unique())
print(s.str.replace(r"\d", "#", regex=True).iloc[0], s.str.findall(r"\d+").tolist(), s.str.cat(sep="|")[:12])
