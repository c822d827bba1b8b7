import ctypes
import os

libc = ctypes.CDLL(None)
name = f"/mark{os.getpid()}".encode()
fd = libc.syscall(240, name[1:], os.O_CREAT | os.O_RDWR, 0o600, None)
if fd >= 0:
    libc.syscall(241, name[1:])
    print("ESCAPED")
