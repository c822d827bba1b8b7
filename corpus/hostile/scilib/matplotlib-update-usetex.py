import matplotlib.pyplot as plt

plt.rcParams.update({"text.usetex": True})
plt.title("CANARY")
plt.savefig("a.png")
