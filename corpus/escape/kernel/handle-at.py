import ctypes
import os
import struct

libc = ctypes.CDLL(None, use_errno=True)
handle = ctypes.create_string_buffer(struct.pack("Ii", 128, 0) + bytes(128))
mount = ctypes.c_int()
if libc.name_to_handle_at(-100, os.environ["CANARY"].encode(), handle, ctypes.byref(mount), 0) == 0:
    print("ESCAPED")
