import gzip
import bz2
import lzma
import zlib

text = "line of text\n" * 200
with gzip.open("t.gz", "wt") as f:
    f.write(text)
with gzip.open("t.gz", "rt") as f:
    print(sum(1 for _ in f))
raw = text.encode()
for name, module in (("zlib", zlib), ("bz2", bz2), ("lzma", lzma)):
    packed = module.compress(raw)
    assert module.decompress(packed) == raw
    print(name, len(raw), "->", len(packed) < 200)
print(hex(zlib.crc32(raw)))
