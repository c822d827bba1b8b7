import matplotlib.image
matplotlib.image.thumbnail("/root/a.png", "/var/tmp/CANARY.png")
