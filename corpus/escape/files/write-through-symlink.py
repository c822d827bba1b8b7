import os

os.symlink(os.environ["CANARY"], "out.txt")
with open("out.txt", "w") as f:
    f.write("through a link")
