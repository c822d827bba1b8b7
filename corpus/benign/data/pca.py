import numpy as np

rng = np.random.default_rng(4)
base = rng.normal(size=(200, 1))
data = np.hstack([base, 2 * base, -base]) + rng.normal(scale=0.1, size=(200, 3))
centered = data - data.mean(axis=0)
u, s, vt = np.linalg.svd(centered, full_matrices=False)
explained = s ** 2 / (s ** 2).sum()
print("explained", explained.round(3))
projected = centered @ vt[:2].T
print(projected.shape)
