from typing import Iterable, Protocol, runtime_checkable


@runtime_checkable
class HasArea(Protocol):
    def area(self) -> float: ...


class Square:
    def __init__(self, side: float):
        self.side = side

    def area(self) -> float:
        return self.side ** 2


class Disk:
    def __init__(self, r: float):
        self.r = r

    def area(self) -> float:
        return 3.14159 * self.r ** 2


def total(shapes: Iterable[HasArea]) -> float:
    return sum(s.area() for s in shapes)


print(total([Square(2), Disk(1)]), isinstance(Square(1), HasArea), isinstance("x", HasArea))
