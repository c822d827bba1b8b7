import ctypes

libc = ctypes.CDLL(None)
if libc.syscall(248, b"user", b"mark", b"x", 1, -2) > 0:
    print("ESCAPED")
