import numpy as np

rng = np.random.default_rng(42)
x = rng.normal(loc=5, scale=2, size=1000)
print("mean", x.mean().round(3))
print("std", x.std(ddof=1).round(3))
print("quartiles", np.percentile(x, [25, 50, 75]).round(3))
hist, edges = np.histogram(x, bins=10)
for count, left, right in zip(hist, edges[:-1], edges[1:]):
    print(f"{left:6.2f} - {right:6.2f} | {'#' * (count // 10)}")
