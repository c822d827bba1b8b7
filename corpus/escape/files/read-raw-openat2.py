import ctypes
import os
import struct

libc = ctypes.CDLL(None, use_errno=True)
how = struct.pack("QQQ", 0, 0, 0)
fd = libc.syscall(437, -100, os.environ["CANARY"].encode(), how, len(how))
if fd < 0:
    raise OSError(ctypes.get_errno(), "openat2")
print(os.read(fd, 100).decode())
