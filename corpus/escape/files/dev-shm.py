import os

with open(os.environ["CANARY"], "w") as f:
    f.write("left behind")
