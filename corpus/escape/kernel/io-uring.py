import ctypes

params = ctypes.create_string_buffer(120)
fd = ctypes.CDLL(None).syscall(425, 8, params)
print("ESCAPED" if fd >= 0 else "refused")
