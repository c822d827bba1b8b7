import matplotlib
matplotlib.use("Agg")
from matplotlib import pyplot as plt
import numpy as np

grid = np.outer(np.arange(1, 11), np.arange(1, 11))
fig, ax = plt.subplots()
image = ax.imshow(grid, cmap="viridis")
fig.colorbar(image, ax=ax)
for i in range(10):
    for j in range(10):
        ax.text(j, i, grid[i, j], ha="center", va="center", fontsize=6, color="w")
ax.set_xticks(range(10))
ax.set_xticklabels(range(1, 11))
fig.savefig("table.png")
print(grid.sum())
