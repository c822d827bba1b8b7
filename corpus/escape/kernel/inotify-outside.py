import ctypes
import os

libc = ctypes.CDLL(None)
fd = libc.inotify_init1(0)
if fd >= 0 and libc.inotify_add_watch(fd, os.environ["CANARY"].encode(), 0xFFF) > 0:
    print("ESCAPED")
