"""Descriptors that keep their values in the object they belong to."""


class Positive:
    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        return obj.__dict__.get(self.name, 0)

    def __set__(self, obj, value):
        if value < 0:
            raise ValueError(f"{self.name} must not be negative")
        obj.__dict__[self.name] = value


class Item:
    price = Positive()
    count = Positive()

    def __init__(self, price, count):
        self.price = price
        self.count = count

    def total(self):
        return self.price * self.count


item = Item(2.5, 4)
print(item.total())
try:
    item.count = -1
except ValueError as error:
    print("refused:", error)
