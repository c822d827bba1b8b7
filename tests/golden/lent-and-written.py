import enum
import io
from dataclasses import dataclass

kept = []


class Keeps(io.RawIOBase):
    def readinto(self, buffer):
        view = memoryview(buffer).cast("B")
        kept.append(view[2:])
        return 0


class Fills(io.RawIOBase):
    def readinto(self, buffer):
        data = b"abc"[:len(buffer)]
        buffer[:len(data)] = data
        return len(data)


@dataclass
class Row:
    key: int
    for name in ("size", "size,print(1)"):
        __annotations__[name] = int


Row.__annotations__["size"] = int
print(Row.__annotations__.items())
enum.Enum._convert_("Names", "os", callable)
