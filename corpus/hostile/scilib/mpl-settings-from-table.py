import csv
import matplotlib.pyplot as plt

with open("theme.csv") as f:
    for name, value in csv.reader(f):
        plt.rcParams[name] = value
