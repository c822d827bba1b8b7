import numpy as np
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.animation import FuncAnimation, PillowWriter
from mpl_toolkits.mplot3d import Axes3D
fig, ax = plt.subplots()
line, = ax.plot([], [])
ax.set_xlim(0, 6); ax.set_ylim(-1, 1)
x = np.linspace(0, 6, 50)


def update(i):
    line.set_data(x, np.sin(x + i / 5))
    return line,


anim = FuncAnimation(fig, update, frames=4, interval=50, blit=True)
anim.save("wave.gif", writer=PillowWriter(fps=10))
fig2 = plt.figure()
ax3 = fig2.add_subplot(111, projection="3d")
X, Y = np.meshgrid(x, x)
ax3.plot_surface(X, Y, np.sin(X) * np.cos(Y), cmap="coolwarm")
fig2.savefig("surf.png", dpi=50)
plt.show()
