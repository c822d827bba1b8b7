"""A buffer that is lent to readinto, looked at after it was freed."""
import io

kept = []


class Raw(io.RawIOBase):
    def readable(self):
        return True

    def readinto(self, buffer):
        view = memoryview(buffer)
        kept.append(view[:])
        return 0


stream = io.BufferedReader(Raw(), 512)
stream.read(1)
stream.detach()
del stream
filler = [None] * 64
print(kept[0].tobytes()[:16])
