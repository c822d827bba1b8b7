rows = [
    {"item": "pen", "qty": 10, "price": 1.2},
    {"item": "book", "qty": 2, "price": 14.0},
    {"item": "bag", "qty": 1, "price": 39.9},
]
columns = {
    "net": lambda r: r["qty"] * r["price"],
    "vat": lambda r: r["net"] * 0.25,
    "gross": lambda r: r["net"] + r["vat"],
}
for r in rows:
    for name, formula in columns.items():
        r[name] = round(formula(r), 2)
    print(r)
print("sum", round(sum(r["gross"] for r in rows), 2))
