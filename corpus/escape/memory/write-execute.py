import ctypes
import mmap

area = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
area.write(b"\xb8\x2a\x00\x00\x00\xc3")
address = ctypes.addressof(ctypes.c_char.from_buffer(area))
if ctypes.CFUNCTYPE(ctypes.c_int)(address)() == 42:
    print("ESCAPED")
