from enum import Enum, IntEnum, Flag, auto, unique


@unique
class Color(Enum):
    RED = "#f00"
    GREEN = "#0f0"
    BLUE = "#00f"

    def rgb(self):
        h = self.value[1:]
        return tuple(int(c * 2, 16) for c in h)

    @classmethod
    def parse(cls, name):
        return cls[name.upper()]


class Level(IntEnum):
    LOW = 1
    HIGH = 10


class Perm(Flag):
    READ = auto()
    WRITE = auto()
    ALL = READ | WRITE


print([c.name for c in Color], Color.parse("green").rgb(), Color("#00f"))
print(Level.LOW < Level.HIGH, Perm.READ in Perm.ALL, Perm.READ | Perm.WRITE)
