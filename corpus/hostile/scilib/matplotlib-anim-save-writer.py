import matplotlib.pyplot as plt
from matplotlib.animation import FuncAnimation
fig, ax = plt.subplots()
a = FuncAnimation(fig, lambda i: [], frames=3)
a.save("/root/x.mp4", writer="ffmpeg", extra_args=["-y"])
