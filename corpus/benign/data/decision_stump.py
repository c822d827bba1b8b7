def gini(rows):
    n = len(rows)
    return 1 - sum((sum(1 for r in rows if r[-1] == c) / n) ** 2 for c in {r[-1] for r in rows})

def best_split(rows):
    best = (1.0, None, None)
    for col in range(len(rows[0]) - 1):
        for value in {r[col] for r in rows}:
            left = [r for r in rows if r[col] < value]
            right = [r for r in rows if r[col] >= value]
            if not left or not right:
                continue
            score = (len(left) * gini(left) + len(right) * gini(right)) / len(rows)
            best = min(best, (score, col, value))
    return best

rows = [(2.7, 1.0, "no"), (1.3, 3.1, "no"), (3.6, 4.0, "no"), (7.5, 3.2, "yes"), (9.0, 3.3, "yes"), (7.4, 0.5, "yes")]
print(best_split(rows))
