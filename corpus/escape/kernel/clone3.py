import ctypes
import os
import struct

libc = ctypes.CDLL(None)
args = struct.pack("QQQQQQQQ", 0x00800000, 0, 0, 0, 17, 0, 0, 0)
pid = libc.syscall(435, args, len(args))
if pid == 0:
    os._exit(0)
