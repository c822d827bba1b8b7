import csv
from itertools import product

STORES = [f"ST{n:04d}" for n in range(1, 1201)]
PRODUCTS = [f"SKU-{n:05d}" for n in range(1, 2501)]


def rows():
    for day, store, sku in product(range(365), STORES, PRODUCTS):
        yield day, store, sku, f"{day * 4.99:.2f}"


with open("sales.csv", "w", newline="") as fh:
    writer = csv.writer(fh)
    writer.writerow(["day", "store", "sku", "revenue"])
    writer.writerows(rows())
