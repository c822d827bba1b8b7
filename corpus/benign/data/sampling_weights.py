import random
from bisect import bisect
from itertools import accumulate

def weighted(items, weights, rng):
    totals = list(accumulate(weights))
    return items[bisect(totals, rng.random() * totals[-1])]

rng = random.Random(1)
draws = [weighted("abc", [1, 2, 7], rng) for _ in range(2000)]
print({c: round(draws.count(c) / 2000, 1) for c in "abc"})
reservoir = []
for i, x in enumerate(range(1000)):
    if len(reservoir) < 5:
        reservoir.append(x)
    elif (j := rng.randint(0, i)) < 5:
        reservoir[j] = x
print(len(reservoir))
