import ctypes

libc = ctypes.CDLL(None, use_errno=True)
if libc.unshare(0x10000000) == 0 or libc.unshare(0x200) == 0:	# user, or files
    print("ESCAPED")
