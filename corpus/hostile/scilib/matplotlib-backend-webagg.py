import matplotlib
matplotlib.use("WebAgg")
import matplotlib.pyplot as plt
plt.plot([1]); plt.show()
