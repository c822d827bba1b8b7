"""Memory files that nobody has open: only a page of each is mapped."""
import ctypes
import os
import time

libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int,
                      ctypes.c_int, ctypes.c_long]
for _ in range(24):
    fd = os.memfd_create("m")
    for _ in range(32):
        os.write(fd, b"x" * (1 << 20))
    libc.mmap(None, 4096, 1, 2, fd, 0)
    os.close(fd)
time.sleep(0.3)
print("ESCAPED")
