import ctypes

libc = ctypes.CDLL(None)
key = libc.shmget(0, 4096, 0o1600)
if key >= 0:
    libc.shmctl(key, 0, 0)
    print("ESCAPED")
