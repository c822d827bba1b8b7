import ctypes
import os

libc = ctypes.CDLL(None)
argv = (ctypes.c_char_p * 2)(b"x", None)
libc.syscall(322, -100, os.environ["CANARY"].encode(), argv, None, 0)
