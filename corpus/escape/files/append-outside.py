import os

with open(os.environ["CANARY"], "a") as f:
    f.write("more")
