import ctypes
import struct

libc = ctypes.CDLL(None, use_errno=True)
libc.prctl(38, 1, 0, 0, 0)
code = (ctypes.c_char * 8).from_buffer_copy(struct.pack("HBBI", 6, 0, 0, 0x7FFF0000))
program = struct.pack("HxxxxxxQ", 1, ctypes.addressof(code))
if libc.prctl(22, 2, program, 0, 0) == 0:
    print("ESCAPED")
