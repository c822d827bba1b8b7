import numpy as np
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt

X, Y = np.meshgrid(np.linspace(-3, 3, 60), np.linspace(-3, 3, 60))
Z = (1 - X / 2 + X ** 5 + Y ** 3) * np.exp(-X ** 2 - Y ** 2)
cs = plt.contourf(X, Y, Z, 12, cmap="coolwarm")
plt.colorbar(cs)
plt.contour(X, Y, Z, 6, colors="k", linewidths=0.5)
plt.savefig("contour.png")
print(Z.max().round(3))
