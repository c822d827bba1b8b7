import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt

shares = {"wind": 31, "solar": 12, "hydro": 22, "gas": 35}
plt.pie(shares.values(), labels=shares.keys(), autopct="%1.0f%%", startangle=90)
plt.title("Energy mix")
plt.savefig("pie.png")
plt.clf()
