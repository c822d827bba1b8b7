import ctypes
import os
import socket
import struct

host, port = os.environ["CANARY"].split(":")
libc = ctypes.CDLL(None)
fd = libc.syscall(41, 2, 1, 0)
address = struct.pack("=H", 2) + struct.pack("!H", int(port)) + socket.inet_aton(host) + bytes(8)
if fd >= 0 and libc.syscall(42, fd, address, 16) == 0:
    os.write(fd, b"ESCAPED")
