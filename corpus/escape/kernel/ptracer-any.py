import ctypes

libc = ctypes.CDLL(None)
if libc.prctl(36, 1, 0, 0, 0) == 0:	# child subreaper
    print("ESCAPED")
