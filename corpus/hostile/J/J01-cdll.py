import ctypes

libc = ctypes.CDLL(None)
libc.system(b"cat CANARY")
