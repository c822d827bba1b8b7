import random
import statistics

def walk(steps, rng):
    x = y = 0
    for _ in range(steps):
        dx, dy = rng.choice([(0, 1), (0, -1), (1, 0), (-1, 0)])
        x, y = x + dx, y + dy
    return (x * x + y * y) ** 0.5

rng = random.Random(42)
distances = [walk(100, rng) for _ in range(200)]
print(f"mean distance {statistics.fmean(distances):.2f}, expected about {100 ** 0.5:.2f}")
