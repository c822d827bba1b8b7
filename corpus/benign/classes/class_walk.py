"""What frameworks ask of their own classes: who is above, who is below, what is marked."""
import gc
import sys
import weakref
from types import FunctionType


class Event:
    __topic__ = "all"

    def __init__(self, **facts):
        self.facts = facts


class Placed(Event):
    __topic__ = "orders"


class Shipped(Placed):
    pass


class Bus:
    def __init__(self):
        self.handlers = {}

    def on(self, kind):
        def register(fn):
            fn.__handles__ = kind.__topic__
            self.handlers.setdefault(kind, []).append(fn)
            return fn
        return register

    def publish(self, event):
        for klass in type(event).__mro__:
            for handler in self.handlers.get(klass, ()):
                handler(event)

    def nearest(self, event):
        return next((c for c in event.__class__.__mro__ if c in self.handlers), None)


def below(cls):
    found = set()
    for sub in cls.__subclasses__():
        found.add(sub)
        found |= below(sub)
    return found


def tree(cls, depth=0):
    print("  " * depth + cls.__name__, [b.__name__ for b in cls.__bases__])
    for sub in cls.__subclasses__():
        tree(sub, depth + 1)


class Documented(type):
    def __new__(mcls, name, bases, body):
        cls = super().__new__(mcls, name, bases, body)
        fields = {}
        for base in reversed(cls.__mro__[1:]):
            fields.update(getattr(base, "fields", {}))
        fields.update({k: v for k, v in body.items() if not k.startswith("_") and type(v) is not FunctionType})
        cls.fields = fields
        return cls


class Shape(metaclass=Documented):
    sides = 0


class Square(Shape):
    sides = 4
    colour = "red"


class ReadOnly:
    def __init__(self, inner):
        object.__setattr__(self, "_inner", inner)

    def __getattr__(self, name):
        return getattr(object.__getattribute__(self, "_inner"), name)

    def __setattr__(self, name, value):
        raise AttributeError(f"read-only: {name}")


class Counted:
    reads = 0

    def __init__(self):
        self.size = 3

    def __getattribute__(self, name):
        Counted.reads += 1
        return super().__getattribute__(name)


class Logged:
    def __init__(self, inner):
        self._inner = inner

    def __getattr__(self, name):
        value = getattr(self._inner, name)
        if not callable(value):
            return value

        def call(*args):
            print("calling", name)
            return value(*args)
        return call


class Listener:
    def heard(self, event):
        print(type(event).__name__, event.facts)


bus = Bus()
listener = Listener()
bus.on(Placed)(lambda event: print("placed", event.__topic__))
print(bus.nearest(Shipped()).__name__)
bus.publish(Shipped(by="post"))
print(sorted(c.__name__ for c in below(Event)))
tree(Event)
print(Square.fields, Shape in Square.__mro__, Square.__mro__.index(Shape))
print(ReadOnly(listener).heard.__self__ is listener, type(listener.heard.__self__).__name__)
counted = Counted()
print(counted.size, Counted.reads > 0)
Logged([3, 1]).sort()
print(len(gc.get_objects()) > 100, "os.path" in sys.modules, weakref.ref(listener)() is listener)
