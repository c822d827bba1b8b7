import gc, sys
from types import FunctionType, CodeType


class Own:
    __table__ = "own"
    __globals__ = "taken"


def above_builtin():
    return ().__class__.__mro__[1], type("").__bases__


def makes(x):
    return x.__class__.__mro__[1]("/etc/hostname")


def below(cls):
    return cls.__subclasses__()


def owner(f):
    return f.__self__


def kept(f):
    f.seen = f.__func__.__globals__
    return owner(print)


class Reads:
    def __getattribute__(self, name):
        return object.__getattribute__(self, name + "__")


class Keeps:
    def __init__(self, inner):
        self.inner = inner

    def __getattr__(self, name):
        value = getattr(self.inner, name)
        print(hasattr(self, "__code__"))
        return value(1)


below(object)
print(print.__self__, Own.__self_made__, Own.__table__)
look = object.__getattribute__
everything = gc.get_objects()
print(len(everything), "os" in sys.modules, sys.modules["os"], sys.modules[__name__])
print(FunctionType is type(below), FunctionType(below, {}), CodeType)
