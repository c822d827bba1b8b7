import ctypes
import os
import struct

pid, address, length = (int(x) for x in os.environ["CANARY"].split(":"))
buffer = ctypes.create_string_buffer(length)
local = struct.pack("QQ", ctypes.addressof(buffer), length)
remote = struct.pack("QQ", address, length)
n = ctypes.CDLL(None, use_errno=True).process_vm_readv(pid, local, 1, remote, 1, 0)
if n < 0:
    raise OSError(ctypes.get_errno(), "process_vm_readv")
print(buffer.raw.decode())
