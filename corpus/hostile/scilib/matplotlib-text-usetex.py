import matplotlib.pyplot as plt

plt.text(0.5, 0.5, "CANARY", usetex=True)
plt.savefig("a.png")
