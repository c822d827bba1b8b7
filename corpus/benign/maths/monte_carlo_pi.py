import random

def estimate(n, seed=None):
    rng = random.Random(seed)
    inside = sum(rng.random() ** 2 + rng.random() ** 2 <= 1 for _ in range(n))
    return 4 * inside / n

for n in (100, 1000, 20000):
    print(n, round(estimate(n, seed=1), 4))
