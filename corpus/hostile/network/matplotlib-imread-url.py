import matplotlib.pyplot as plt
plt.imread("http://127.0.0.1:9/x.png")
