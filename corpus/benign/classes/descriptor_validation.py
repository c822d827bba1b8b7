class Positive:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, objtype=None):
        if obj is None:
            return self
        return getattr(obj, self.name)

    def __set__(self, obj, value):
        if value <= 0:
            raise ValueError(f"{self.name[1:]} must be positive")
        setattr(obj, self.name, value)

class Box:
    width = Positive()
    height = Positive()

    def __init__(self, width, height):
        self.width, self.height = width, height

b = Box(2, 3)
try:
    b.height = -1
except ValueError as e:
    print(e)
print(b.width * b.height)
