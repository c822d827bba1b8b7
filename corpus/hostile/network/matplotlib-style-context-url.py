import matplotlib.pyplot as plt
with plt.style.context("https://127.0.0.1:9/x.mplstyle"):
    pass
