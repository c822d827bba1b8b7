import matplotlib
matplotlib.use("Agg")
from matplotlib import pyplot as plt
import numpy as np

x = np.arange(5)
y = np.array([2.0, 3.5, 3.0, 4.8, 5.1])
err = np.array([0.3, 0.2, 0.5, 0.4, 0.3])
fig, ax = plt.subplots()
ax.errorbar(x, y, yerr=err, fmt="o-", capsize=4, color="C1")
ax.fill_between(x, y - err, y + err, alpha=0.2)
ax.set(xlabel="day", ylabel="value", title="Growth", yscale="log")
ax.spines["top"].set_visible(False)
fig.savefig("errors.png")
