"""Keeps a mapping out of a child, and puts another in its place."""
import ctypes
import os

GUARD = 0x700000000000
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int,
                      ctypes.c_int, ctypes.c_long]
libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
SIZE = 2048 * 128 + 2048 * 12288
# Unsupervised there is none: one to attack.
libc.mmap(GUARD, SIZE, 1, 0x21 | 0x100000, -1, 0)
libc.madvise(GUARD, SIZE, 10)
child = os.fork()
if child == 0:
    if libc.mmap(GUARD, 1 << 16, 3, 0x22 | 0x100000, -1, 0) == GUARD:
        print("ESCAPED", flush=True)
    os._exit(0)
os.waitpid(child, 0)
