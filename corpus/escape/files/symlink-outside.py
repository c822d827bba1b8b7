import os

os.symlink("/etc", os.environ["CANARY"] + ".link")
