import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

x = np.linspace(0, 2 * np.pi, 100)
fig, ax = plt.subplots()
line, = ax.plot(x, np.sin(x))
for frame in range(3):
    line.set_ydata(np.sin(x + frame / 2))
    ax.set_title(f"frame {frame}")
    fig.savefig(f"frame{frame}.png")
plt.close("all")
print("3 frames")
