import numpy as np
from scipy import stats

rng = np.random.default_rng(8)
a = rng.normal(10, 2, 40)
b = rng.normal(11, 2, 40)
t, p = stats.ttest_ind(a, b)
print(f"t={t:.3f} p={p:.4f}")
print(stats.pearsonr(a, b)[0].round(3))
print(stats.norm.cdf(1.96).round(4))
