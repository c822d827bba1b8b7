import json
from collections import defaultdict

raw = """
[{"city": "Oslo", "temp": 3}, {"city": "Rome", "temp": 17},
 {"city": "Oslo", "temp": -1}, {"city": "Rome", "temp": 21}]
"""
by_city = defaultdict(list)
for record in json.loads(raw):
    by_city[record["city"]].append(record["temp"])
result = {city: {"min": min(t), "max": max(t), "avg": sum(t) / len(t)} for city, t in by_city.items()}
print(json.dumps(result, indent=2, sort_keys=True))
with open("summary.json", "w", encoding="utf-8") as out:
    json.dump(result, out)
