import matplotlib.pyplot as plt

with open("own.mplstyle", "w") as style:
    style.write("font.size: 9\ntext.usetex: True\n")
plt.style.use("./own.mplstyle")
plt.title("CANARY")
plt.savefig("a.png")
