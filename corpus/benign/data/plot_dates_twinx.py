import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import matplotlib.dates as mdates
import matplotlib.ticker as ticker
from matplotlib.patches import Rectangle
from matplotlib.gridspec import GridSpec
import pandas as pd
import numpy as np

days = pd.date_range("2024-01-01", periods=60)
temp = 5 + np.arange(60) / 6
rain = np.abs(np.sin(np.arange(60))) * 10
fig = plt.figure(figsize=(8, 5), constrained_layout=True)
gs = GridSpec(2, 1, figure=fig)
ax = fig.add_subplot(gs[0])
ax.plot(days, temp, "r-", label="temp")
ax2 = ax.twinx()
ax2.bar(days, rain, alpha=0.3, label="rain")
ax.xaxis.set_major_formatter(mdates.DateFormatter("%d %b"))
ax.xaxis.set_major_locator(mdates.WeekdayLocator())
ax.yaxis.set_major_formatter(ticker.FormatStrFormatter("%.0f°"))
ax.tick_params(axis="x", rotation=30)
low = fig.add_subplot(gs[1])
low.add_patch(Rectangle((0.1, 0.1), 0.5, 0.5, fill=False))
low.annotate("here", xy=(0.3, 0.3), xytext=(0.7, 0.8), arrowprops={"arrowstyle": "->"})
low.set_xlim(0, 1)
low.set_aspect("equal")
plt.rcParams["font.size"] = 9
fig.savefig("weather.png", dpi=72, transparent=True)
plt.close(fig)
