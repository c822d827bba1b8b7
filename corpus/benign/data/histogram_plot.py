import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

np.random.seed(3)
data = np.random.exponential(2.0, 500)
fig, ax = plt.subplots(figsize=(6, 4))
ax.hist(data, bins=30, color="steelblue", edgecolor="white")
ax.set_title("Waiting times")
ax.set_xlabel("minutes")
ax.set_ylabel("count")
fig.tight_layout()
fig.savefig("hist.png", dpi=80)
print("saved hist.png")
