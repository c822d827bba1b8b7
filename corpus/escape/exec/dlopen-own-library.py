import ctypes
import shutil

shutil.copy("/usr/lib/x86_64-linux-gnu/libm.so.6", "mine.so")
lib = ctypes.CDLL("./mine.so")
lib.cos.restype = ctypes.c_double
lib.cos.argtypes = [ctypes.c_double]
if lib.cos(0.0) == 1.0:
    print("ESCAPED")
