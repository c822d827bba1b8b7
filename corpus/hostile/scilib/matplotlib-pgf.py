import matplotlib
matplotlib.use("pgf")
import matplotlib.pyplot as plt
plt.rcParams["pgf.texsystem"] = "/tmp/evil"
plt.savefig("x.pdf")
