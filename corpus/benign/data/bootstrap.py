import numpy as np

sample = np.array([2.3, 1.9, 3.1, 2.8, 2.2, 2.6, 3.0, 1.7])
rng = np.random.default_rng(11)
means = np.array([rng.choice(sample, size=sample.size).mean() for _ in range(2000)])
low, high = np.quantile(means, [0.025, 0.975])
print(f"mean {sample.mean():.3f}, 95% CI [{low:.3f}, {high:.3f}]")
