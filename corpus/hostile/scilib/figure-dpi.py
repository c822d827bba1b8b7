import matplotlib.pyplot as plt
fig = plt.figure(figsize=(1000, 1000), dpi=10000)
plt.plot([1, 2, 3])
fig.savefig("x.png")
