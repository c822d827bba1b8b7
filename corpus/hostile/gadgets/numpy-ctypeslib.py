import numpy as np

lib = np.ctypeslib.load_library("libc.so.6", "/lib/x86_64-linux-gnu")
lib.system(b"cat CANARY")
