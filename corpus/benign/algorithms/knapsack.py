def knapsack(items, capacity):
    best = [0] * (capacity + 1)
    for weight, value in items:
        for c in range(capacity, weight - 1, -1):
            best[c] = max(best[c], best[c - weight] + value)
    return best[capacity]

assert knapsack([(1, 1), (3, 4), (4, 5), (5, 7)], 7) == 9
assert knapsack([], 10) == 0
print(knapsack([(12, 4), (2, 2), (1, 1), (4, 10), (1, 2)], 15))
