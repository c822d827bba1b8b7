import ctypes
import os

libc = ctypes.CDLL(None)
libc.syscall(85, os.environ["CANARY"].encode(), 0o644)
