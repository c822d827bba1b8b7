import struct

def write_bmp(path, pixels):
    h, w = len(pixels), len(pixels[0])
    row = (w * 3 + 3) & ~3
    size = 54 + row * h
    with open(path, "wb") as f:
        f.write(b"BM" + struct.pack("<IHHI", size, 0, 0, 54))
        f.write(struct.pack("<IiiHHIIiiII", 40, w, h, 1, 24, 0, row * h, 2835, 2835, 0, 0))
        for line in reversed(pixels):
            data = b"".join(bytes((b, g, r)) for r, g, b in line)
            f.write(data.ljust(row, b"\0"))

write_bmp("out.bmp", [[(x * 8 % 256, y * 8 % 256, 128) for x in range(32)] for y in range(16)])
with open("out.bmp", "rb") as f:
    print(f.read(2), len(f.read()) + 2)
