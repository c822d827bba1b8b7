from abc import ABC, abstractmethod
from math import pi, hypot, sqrt


class Shape(ABC):
    @abstractmethod
    def area(self) -> float: ...

    @abstractmethod
    def perimeter(self) -> float: ...

    def describe(self):
        return f"{type(self).__name__}: area {self.area():.2f}, perimeter {self.perimeter():.2f}"


class Circle(Shape):
    def __init__(self, r):
        self.r = r

    def area(self):
        return pi * self.r ** 2

    def perimeter(self):
        return 2 * pi * self.r


class Triangle(Shape):
    def __init__(self, *points):
        (ax, ay), (bx, by), (cx, cy) = points
        self.sides = hypot(ax - bx, ay - by), hypot(bx - cx, by - cy), hypot(cx - ax, cy - ay)

    def area(self):
        s = sum(self.sides) / 2
        a, b, c = self.sides
        return sqrt(s * (s - a) * (s - b) * (s - c))

    def perimeter(self):
        return sum(self.sides)


for shape in (Circle(2), Triangle((0, 0), (4, 0), (0, 3))):
    print(shape.describe())
