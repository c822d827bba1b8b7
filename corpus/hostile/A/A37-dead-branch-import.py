DEBUG = False
if 1 > 2 or True:
    import ctypes

print(ctypes.CDLL(None).getpid())
