import struct

records = [(1, 2.5, b"abc"), (2, -1.0, b"xyz")]
fmt = "<If4s"
with open("data.bin", "wb") as f:
    for r in records:
        f.write(struct.pack(fmt, *r))
size = struct.calcsize(fmt)
with open("data.bin", "rb") as f:
    while chunk := f.read(size):
        n, x, name = struct.unpack(fmt, chunk)
        print(n, x, name.rstrip(b"\0").decode())
b = bytearray(b"hello")
b[0] = ord("j")
print(bytes(b), memoryview(b)[1:3].tobytes(), int.from_bytes(b"\x01\x00", "big"), (1000).to_bytes(2, "little"))
