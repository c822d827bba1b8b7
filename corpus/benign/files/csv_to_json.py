import csv
import json

with open("in.csv", "w", newline="") as f:
    w = csv.DictWriter(f, fieldnames=["id", "name"])
    w.writeheader()
    w.writerow({"id": 1, "name": "x, with comma"})
    w.writerow({"id": 2, "name": 'y "quoted"'})

with open("in.csv", newline="") as src, open("out.json", "w") as dst:
    json.dump(list(csv.DictReader(src)), dst, indent=1)
print(open("out.json").read())
