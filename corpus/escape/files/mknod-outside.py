import os

os.mkfifo(os.environ["CANARY"] + ".fifo")
