import matplotlib
matplotlib.use("Agg")
import pandas as pd
import matplotlib.pyplot as plt

df = pd.DataFrame({"a": [1, 3, 2, 5], "b": [2, 2, 4, 3]}, index=["mon", "tue", "wed", "thu"])
ax = df.plot(kind="bar", title="Week", figsize=(5, 3))
ax.set_ylabel("n")
ax.get_figure().savefig("week.png")
df.plot.line(y="a")
plt.savefig("a.png")
