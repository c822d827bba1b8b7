import ctypes
import mmap

code = b"\x53\xb8\x14\x00\x00\x00\xcd\x80\x5b\xc3"	# getpid by the i386 table
area = mmap.mmap(-1, 4096, prot=7)
area.write(code)
address = ctypes.addressof(ctypes.c_char.from_buffer(area))
if ctypes.CFUNCTYPE(ctypes.c_int)(address)() > 0:
    print("ESCAPED")
