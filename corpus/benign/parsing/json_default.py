"""Nested objects to JSON, by what each of them holds."""
import json


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y


class Path:
    def __init__(self, *points):
        self.points = list(points)
        self.label = "route"


route = Path(Point(1, 2), Point(3, 4))
print(json.dumps(route, default=lambda o: o.__dict__))
print(json.dumps(route, indent=2, default=lambda o: o.__dict__ if hasattr(o, "__dict__") else str(o)))
