import matplotlib

matplotlib.use("module" + "://" + "payload")
import matplotlib.pyplot as plt

plt.figure()
