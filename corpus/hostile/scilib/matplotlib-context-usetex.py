import matplotlib.pyplot as plt

with plt.rc_context({"text.usetex": True}):
    plt.text(0, 0, "CANARY")
    plt.savefig("a.png")
