"""Monthly summary of a shop's orders, as an agent would write it."""
import csv
import json
import statistics
from collections import defaultdict
from datetime import datetime


class Summary:
    """Collects orders and answers questions about them."""

    def __init__(self, name, currency="EUR"):
        self.name = name
        self.currency = currency
        self.by_month = defaultdict(list)
        self.skipped = 0

    def add(self, row):
        try:
            day = datetime.strptime(row["date"], "%Y-%m-%d")
            amount = float(row["quantity"]) * float(row["unit_price"])
        except (KeyError, ValueError):
            self.skipped += 1
            return
        self.by_month[day.strftime("%Y-%m")].append(amount)

    def rows(self):
        for month in sorted(self.by_month):
            amounts = self.by_month[month]
            yield {
                "month": month,
                "orders": len(amounts),
                "total": round(sum(amounts), 2),
                "median": round(statistics.median(amounts), 2),
            }

    def __str__(self):
        lines = [f"{self.name} ({self.currency}), {self.skipped} rows skipped"]
        for row in self.rows():
            lines.append(f"{row['month']}  {row['orders']:>5}  {row['total']:>12,.2f}")
        return "\n".join(lines)


def load(path):
    summary = Summary("Orders")
    with open(path, newline="", encoding="utf-8") as source:
        for row in csv.DictReader(source):
            summary.add(row)
    return summary


def growth(rows):
    """Change of the total from month to month, in percent."""
    previous = None
    for row in rows:
        if previous:
            yield row["month"], 100 * (row["total"] - previous) / previous
        previous = row["total"]


if __name__ == "__main__":
    result = load("orders.csv")
    print(result)
    for month, change in growth(result.rows()):
        print(f"{month}: {change:+.1f} %")
    with open("summary.json", "w", encoding="utf-8") as target:
        json.dump(list(result.rows()), target, indent=2)
