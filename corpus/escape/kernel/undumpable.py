import ctypes

if ctypes.CDLL(None).prctl(4, 0, 0, 0, 0) == 0:
    print("ESCAPED")
