"""A figure with formulas, drawn without LaTeX."""
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

plt.rcParams["text.usetex"] = False
plt.rcParams.update({"text.usetex": False, "font.size": 9})
fig, ax = plt.subplots()
ax.plot([0, 1, 2], [0, 1, 4], label=r"$x^2$")
ax.text(1, 1, r"$\alpha$", usetex=False)
ax.legend()
fig.savefig("squares.png")
