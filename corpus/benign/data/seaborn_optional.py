import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd
try:
    import seaborn as sns
    sns.set_theme(style="whitegrid")
except ImportError:
    sns = None

tips = pd.DataFrame({"bill": [10, 21, 33, 15], "tip": [1, 3, 5, 2], "day": ["thu", "fri", "sat", "sun"]})
if sns is not None:
    sns.scatterplot(data=tips, x="bill", y="tip", hue="day")
else:
    tips.plot.scatter(x="bill", y="tip")
plt.savefig("tips.png")
print("done")
