import matplotlib.pyplot as plt

plt.rc("animation", convert_path="./CANARY.sh")
