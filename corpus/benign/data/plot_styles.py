import os

import matplotlib

matplotlib.use(os.environ.get("MPLBACKEND", "Agg"))
import matplotlib.pyplot as plt

dark = [s for s in plt.style.available if "dark" in s]
for s in dark[:2]:
    with plt.style.context(s):
        plt.plot([1, 2])
style = "ggplot" if "ggplot" in plt.style.available else "default"
plt.style.use([style, "fast"])
plt.plot([1, 2])
plt.savefig("styles.png", dpi=50)
