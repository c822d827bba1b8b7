from functools import reduce

def clean(rows):
    return [r for r in rows if r.get("value") is not None]

def double(rows):
    return [{**r, "value": r["value"] * 2} for r in rows]

def total(rows):
    return sum(r["value"] for r in rows)

def pipeline(*steps):
    return lambda data: reduce(lambda acc, step: step(acc), steps, data)

run = pipeline(clean, double, total)
print(run([{"value": 1}, {"value": None}, {"value": 5}]))
