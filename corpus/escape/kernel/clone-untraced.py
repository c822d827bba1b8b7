import ctypes
import os

libc = ctypes.CDLL(None)
pid = libc.syscall(56, 0x00800000 | 17, 0, 0, 0, 0)
if pid == 0:
    os._exit(0)
if pid > 0:
    print("ESCAPED")
