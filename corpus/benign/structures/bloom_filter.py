import hashlib

class BloomFilter:
    def __init__(self, bits=1024, hashes=3):
        self.bits, self.hashes, self.array = bits, hashes, 0

    def _positions(self, item):
        for i in range(self.hashes):
            digest = hashlib.sha256(f"{i}:{item}".encode()).hexdigest()
            yield int(digest, 16) % self.bits

    def add(self, item):
        for p in self._positions(item):
            self.array |= 1 << p

    def __contains__(self, item):
        return all(self.array >> p & 1 for p in self._positions(item))

bf = BloomFilter()
for name in ("ann", "bob"):
    bf.add(name)
print("ann" in bf, "zed" in bf)
