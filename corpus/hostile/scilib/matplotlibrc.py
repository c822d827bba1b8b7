import os

os.environ["MATPLOTLIBRC"] = "./CANARY"
import matplotlib.pyplot as plt

plt.figure()
