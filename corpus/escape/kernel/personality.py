import ctypes

if ctypes.CDLL(None).personality(0x0400000) >= 0:
    print("ESCAPED")
