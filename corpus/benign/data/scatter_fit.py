import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

x = np.linspace(0, 10, 50)
y = 2 * x + 1 + np.random.RandomState(0).randn(50)
coeffs = np.polyfit(x, y, deg=1)
poly = np.poly1d(coeffs)
plt.figure()
plt.scatter(x, y, s=12, alpha=0.7, label="data")
plt.plot(x, poly(x), "r--", label=f"fit: {coeffs[0]:.2f}x + {coeffs[1]:.2f}")
plt.grid(True)
plt.legend(loc="best")
plt.savefig("fit.svg")
