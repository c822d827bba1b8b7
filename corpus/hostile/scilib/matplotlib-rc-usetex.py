import matplotlib.pyplot as plt

plt.rc("text", usetex=True)
plt.title("CANARY")
plt.savefig("a.png")
