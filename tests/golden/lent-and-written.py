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


class Hands(io.RawIOBase):
    def keep(self, what):
        self.what = what

    def readinto(self, *given):
        self.keep(given[0])
        return 0


class Views(io.RawIOBase):
    def readinto(self, buffer):
        with memoryview(buffer) as view, view.cast("B") as flat:
            flat[:1] = b"a"
        return 1


table = Row.__annotations__
table["size,print(1)"] = int
body = {"__annotations__": {}}
print(body.get("__annotations__"))
