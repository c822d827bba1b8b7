def gini(values):
    values = sorted(values)
    n = len(values)
    total = sum(values)
    if total == 0:
        return 0
    weighted = sum(i * v for i, v in enumerate(values, 1))
    return 2 * weighted / (n * total) - (n + 1) / n

assert gini([1, 1, 1, 1]) == 0
assert abs(gini([0, 0, 0, 10]) - 0.75) < 1e-9
print(gini([1, 2, 3, 4, 100]))
