import os

os.symlink(os.environ["CANARY"] + ".new", "dangling")
with open("dangling", "w") as f:
    f.write("created through a link")
