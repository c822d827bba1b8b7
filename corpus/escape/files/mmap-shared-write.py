import mmap
import os

with open(os.environ["CANARY"], "r+b") as f:
    with mmap.mmap(f.fileno(), 0) as m:
        m[0:4] = b"mmap"
