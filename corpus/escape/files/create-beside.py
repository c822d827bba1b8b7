import os

with open(os.environ["CANARY"] + ".new", "x") as f:
    f.write("created")
