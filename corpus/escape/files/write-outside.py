import os

with open(os.environ["CANARY"], "w") as f:
    f.write("overwritten")
