import ctypes

value = ctypes.create_string_buffer(b"before")
with open("/proc/self/mem", "r+b", buffering=0) as f:
    f.seek(ctypes.addressof(value))
    f.write(b"ESCAPED"[:6])
print("ESCAPED" if value.value == b"ESCAPE" else "kept")
