import os

os.utime(os.environ["CANARY"], (1, 1))
