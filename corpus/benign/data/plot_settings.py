import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from cycler import cycler

STYLE = {"font.size": 11, "axes.grid": True, "grid.alpha": 0.3}


def apply_style(size=10, **extra):
    plt.rcParams.update({**STYLE, "font.size": size, **extra})


apply_style(9)
plt.rc("axes", prop_cycle=(cycler("color", list("rgb")) + cycler("linestyle", ["-", "--", ":"])))
plt.rcParams["axes.prop_cycle"] = plt.cycler(color=plt.cm.viridis([0.1, 0.9]))
for side in ["top", "right"]:
    plt.rcParams["axes.spines." + side] = False
saved = plt.rcParams.copy()
with plt.rc_context({"lines.linewidth": 3}):
    plt.plot([1, 2])
plt.rcParams.update(saved)
plt.savefig("a.png", format="png")
