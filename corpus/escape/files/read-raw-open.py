import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
fd = libc.syscall(2, os.environ["CANARY"].encode(), 0, 0)
if fd < 0:
    raise OSError(ctypes.get_errno(), "open")
print(os.read(fd, 100).decode())
