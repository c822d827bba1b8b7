import os

os.mkdir(os.environ["CANARY"] + ".d")
