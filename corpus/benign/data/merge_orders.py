import pandas as pd

customers = pd.DataFrame({"id": [1, 2, 3], "name": ["Ann", "Bob", "Cy"]})
orders = pd.DataFrame({"customer_id": [1, 1, 3, 4], "total": [20.0, 35.5, 12.25, 99.0]})

merged = customers.merge(orders, left_on="id", right_on="customer_id", how="left")
merged["total"] = merged["total"].fillna(0)
per_customer = merged.groupby("name", as_index=False)["total"].sum()
for row in per_customer.itertuples(index=False):
    print(f"{row.name:<5}{row.total:>8.2f}")
unknown = orders[~orders["customer_id"].isin(customers["id"])]
print("orders without customer:", len(unknown))
