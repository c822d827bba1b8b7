import json

class JsonMixin:
    def to_json(self):
        return json.dumps(self.as_dict(), sort_keys=True)

    @classmethod
    def from_json(cls, text):
        return cls(**json.loads(text))

class Point(JsonMixin):
    def __init__(self, x, y):
        self.x, self.y = x, y

    def as_dict(self):
        return {"x": self.x, "y": self.y}

p = Point.from_json('{"x": 1, "y": 2}')
print(p.to_json(), type(p).__name__)
