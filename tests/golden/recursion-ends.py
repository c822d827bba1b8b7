"""A method's name for what is kept in a field, or for several functions, is not itself."""


class Parser:
    def __init__(self, run):
        self.run = run

    def map(self, func):
        def run(s, i):
            out = self.run(s, i)
            return func(out)
        return Parser(run)


registry = {}


def multimethod(*types):
    def register(func):
        table = registry.setdefault(func.__name__, {})
        table[types] = func
        return lambda *args: table[tuple(type(a) for a in args)](*args)
    return register


@multimethod(int, str)
def collide(a, b):
    return collide(b, a)


@multimethod(str, int)
def collide(a, b):
    return a * b


print(Parser(lambda s, i: s[i]).map(str.upper).run("abc", 1), collide(2, "x"))
