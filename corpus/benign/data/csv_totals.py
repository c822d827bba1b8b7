import csv

rows = [
    ["name", "amount"],
    ["rent", "1200"],
    ["food", "430.5"],
    ["bus", "64"],
]
with open("expenses.csv", "w", newline="") as f:
    csv.writer(f).writerows(rows)

total = 0.0
with open("expenses.csv", newline="") as f:
    for row in csv.DictReader(f):
        total += float(row["amount"])
print(f"Total: {total:.2f}")
