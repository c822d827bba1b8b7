import os

os.rename(os.environ["CANARY"], os.environ["CANARY"] + ".gone")
