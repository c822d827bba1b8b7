"""Objects that print themselves and become dicts."""
import json


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __repr__(self):
        items = ", ".join(f"{k}={v!r}" for k, v in self.__dict__.items())
        return f"{type(self).__name__}({items})"

    def to_dict(self):
        return self.__dict__.copy()


class Options:
    def __init__(self, **values):
        self.__dict__.update(values)


points = [Point(i, i * i) for i in range(3)]
print(points, json.dumps([p.to_dict() for p in points]))
print([vars(p) for p in points], Options(depth=3).depth)
