class Field:
    def __set_name__(self, owner, name):
        self.storage = f"_{name}"
    def __get__(self, instance, owner=None):
        return getattr(instance, self.storage, None)
    def __set__(self, instance, value):
        setattr(instance, self.storage, value)
class Person:
    name = Field()
    def __init__(self, **kwargs):
        for key, value in kwargs.items():
            setattr(self, key, value)


class Kept:
    def __set_name__(self, owner, name):
        self.private = "_kept_" + name

    def __get__(self, obj, owner=None):
        return self if obj is None else getattr(obj, self.private)

    def __set__(self, obj, value):
        setattr(obj, self.private, value)


class Box:
    size = Kept()


b = Box()
b.size = 3
print(b.size, Person(name=1).name)
