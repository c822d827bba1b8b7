import matplotlib.pyplot as plt

with plt.style.context(["ggplot", "./house"]):
    plt.plot([1, 2])
