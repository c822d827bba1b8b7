import ctypes
import os
import struct

info = struct.pack("iiii", 9, 0, -1, 0) + bytes(112)
ctypes.CDLL(None).syscall(129, int(os.environ["CANARY"]), 9, info)
