import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

x = np.linspace(0, 2 * np.pi, 200)
for i, style in enumerate(["-", "--", "-.", ":"]):
    plt.plot(x, np.sin(x + i), style, linewidth=2, label=f"shift {i}")
plt.xlim(0, 2 * np.pi)
plt.axhline(0, color="grey", lw=0.5)
plt.legend(loc="upper right")
plt.savefig("lines.png", dpi=100, bbox_inches="tight")
