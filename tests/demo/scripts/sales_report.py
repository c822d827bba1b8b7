"""Summarise the orders: revenue by region and product, returns, a chart."""
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd


def load(path):
    orders = pd.read_csv(path, parse_dates=["date"])
    orders["region"] = orders["region"].str.strip().str.title()
    dropped = int(orders["quantity"].isna().sum())
    orders = orders.dropna(subset=["quantity"])
    orders["revenue"] = orders["quantity"] * orders["unit_price"]
    return orders, dropped


def main():
    orders, dropped = load("orders.csv")
    paid = orders[orders["status"] == "paid"]
    by_region = paid.groupby("region")["revenue"].agg(["sum", "mean", "count"])
    by_region = by_region.sort_values("sum", ascending=False).round(2)
    monthly = paid.groupby(paid["date"].dt.to_period("M"))["revenue"].sum()
    returned = (orders["status"] == "returned").mean()

    with open("report.md", "w", encoding="utf-8") as report:
        report.write("# Orders, 2024\n\n")
        report.write(f"{len(orders)} orders read, {dropped} without a quantity left out, ")
        report.write(f"{returned:.1%} returned.\n\n")
        report.write("| region | revenue | mean order | orders |\n|---|---|---|---|\n")
        for region, row in by_region.iterrows():
            report.write(f"| {region} | {row['sum']:,.2f} | {row['mean']:.2f} | {int(row['count'])} |\n")
        best = paid.groupby("product")["revenue"].sum().idxmax()
        report.write(f"\nBest product: {best}. Best month: {monthly.idxmax()}.\n")

    figure, axes = plt.subplots(figsize=(7, 3))
    axes.bar([str(month) for month in monthly.index], monthly.values)
    axes.set_title("Revenue by month")
    axes.tick_params(axis="x", rotation=60)
    figure.tight_layout()
    figure.savefig("revenue.png")
    print(f"{len(paid)} paid orders, revenue {paid['revenue'].sum():,.2f}")
    print(by_region.to_string())


if __name__ == "__main__":
    main()
