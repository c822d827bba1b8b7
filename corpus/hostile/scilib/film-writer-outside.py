import matplotlib.animation as animation
import matplotlib.pyplot as plt

figure, axes = plt.subplots()
line, = axes.plot([0, 1])
writer = animation.PillowWriter(fps=2)
with writer.saving(figure, "../../film.gif", dpi=50):
    for y in range(3):
        line.set_ydata([0, y])
        writer.grab_frame()
