import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

rng = np.random.default_rng(0)
groups = {"control": rng.normal(5, 1, 60), "dose 1": rng.normal(5.5, 1, 60), "dose 2": rng.normal(7, 1.2, 60)}
plt.boxplot(list(groups.values()))
plt.xticks(range(1, 4), list(groups))
plt.ylabel("response")
plt.title("Trial")
plt.savefig("box.png")
for name, values in groups.items():
    print(name, round(float(np.median(values)), 2))
