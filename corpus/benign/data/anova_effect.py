import numpy as np
from scipy import stats

groups = {"a": [5.1, 4.9, 5.6, 5.0], "b": [6.0, 6.2, 5.8, 6.4], "c": [5.2, 5.5, 5.3, 5.1]}
f, p = stats.f_oneway(*groups.values())
print(f"F={f:.2f} p={p:.4f}", "different" if p < 0.05 else "same")
print({k: f"{np.mean(v):.2f} ± {stats.sem(v):.2f}" for k, v in groups.items()})
u, p = stats.mannwhitneyu(groups["a"], groups["b"])
print(u, round(p, 3), stats.shapiro(groups["a"]).pvalue > 0.05)
print(stats.linregress([1, 2, 3, 4], groups["b"]).slope.round(3), stats.spearmanr([1, 2, 3], [1, 3, 2])[0].round(2))
