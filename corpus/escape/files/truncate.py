import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
if libc.truncate(os.environ["CANARY"].encode(), 0) < 0:
    raise OSError(ctypes.get_errno(), "truncate")
