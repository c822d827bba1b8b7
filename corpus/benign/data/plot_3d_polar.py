import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib import cm
import numpy as np

fig = plt.figure()
ax = fig.add_subplot(1, 2, 1, projection="3d")
x, y = np.meshgrid(np.linspace(-2, 2, 20), np.linspace(-2, 2, 20))
ax.plot_surface(x, y, np.exp(-x ** 2 - y ** 2), cmap=cm.viridis)
ax.set_zlabel("z")
polar = fig.add_subplot(1, 2, 2, projection="polar")
theta = np.linspace(0, 2 * np.pi, 100)
polar.plot(theta, 1 + np.cos(theta))
polar.set_rmax(2.5)
fig.savefig("shapes.png")
with plt.style.context("ggplot"):
    fig, ax = plt.subplots()
    ax.stackplot([1, 2, 3], [[1, 2, 3], [3, 2, 1]], labels=["a", "b"])
    ax.violinplot([[1, 2, 3], [2, 3, 5]], positions=[1, 2])
    ax.step([1, 2, 3], [3, 1, 2], where="mid")
    ax.quiver([1], [1], [1], [0.5])
    fig.savefig("styled.png")
