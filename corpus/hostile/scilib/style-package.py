import matplotlib.pyplot as plt

with plt.style.context(["ggplot", "plotter.looks"]):
    plt.plot([3, 1, 2])
plt.style.use("plotter.looks")
plt.savefig("lines.png")
