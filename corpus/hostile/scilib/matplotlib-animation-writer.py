import matplotlib.animation as animation

animation.subprocess.Popen(["cat", "CANARY"])
