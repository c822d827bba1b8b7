import math
from typing import NamedTuple


class Vector(NamedTuple):
    x: float
    y: float
    z: float = 0.0

    def __add__(self, o):
        return Vector(self.x + o.x, self.y + o.y, self.z + o.z)

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k, self.z * k)

    __rmul__ = __mul__

    def dot(self, o):
        return sum(a * b for a, b in zip(self, o))

    def cross(self, o):
        return Vector(self.y * o.z - self.z * o.y, self.z * o.x - self.x * o.z, self.x * o.y - self.y * o.x)

    def __abs__(self):
        return math.sqrt(self.dot(self))


a, b = Vector(1, 2, 3), Vector(4, 5, 6)
print(a + b, 2 * a, a.dot(b), a.cross(b), round(abs(a), 3))
