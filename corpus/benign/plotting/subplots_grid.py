import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

fig, axes = plt.subplots(2, 2, figsize=(8, 6))
t = np.arange(0.1, 5, 0.05)
functions = {"log": np.log, "sqrt": np.sqrt, "tanh": np.tanh, "square": np.square}
for ax, (name, f) in zip(axes.flat, functions.items()):
    ax.plot(t, f(t))
    ax.set_title(name)
    ax.grid(alpha=0.3)
fig.suptitle("Functions")
fig.tight_layout()
fig.savefig("grid.png")
