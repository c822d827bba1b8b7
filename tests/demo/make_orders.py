#!/usr/bin/env python3
"""Print an orders table of 4,000 rows, some of them dirty. Always the same."""
import csv
import datetime
import random
import sys

rng = random.Random(20240117)
products = {"kettle": 34.9, "toaster": 42.5, "grinder": 79.0, "scale": 18.2, "thermos": 27.4}
regions = ["North", "South", "East", "West"]
start = datetime.date(2024, 1, 1)

out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(["order_id", "date", "region", "product", "quantity", "unit_price", "status"])
for number in range(1, 4001):
    product = rng.choice(list(products))
    region = rng.choices(regions, weights=[4, 3, 2, 1])[0]
    if rng.random() < 0.02:
        region = region.lower() + " "
    quantity = rng.randint(1, 9) if rng.random() > 0.01 else ""
    price = round(products[product] * rng.uniform(0.9, 1.1), 2)
    status = rng.choices(["paid", "open", "returned"], weights=[90, 7, 3])[0]
    day = start + datetime.timedelta(days=rng.randrange(366))
    out.writerow([number, day.isoformat(), region, product, quantity, price, status])
