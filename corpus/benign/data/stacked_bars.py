import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt

labels = ["Q1", "Q2", "Q3", "Q4"]
online = [12, 15, 14, 20]
shop = [30, 28, 25, 24]
fig, ax = plt.subplots()
ax.bar(labels, shop, label="shop")
ax.bar(labels, online, bottom=shop, label="online")
for i, (a, b) in enumerate(zip(shop, online)):
    ax.annotate(str(a + b), (i, a + b), ha="center")
ax.legend()
fig.savefig("quarters.pdf")
