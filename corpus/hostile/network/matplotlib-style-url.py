import matplotlib.pyplot as plt
plt.style.use("http://127.0.0.1:9/x.mplstyle")
