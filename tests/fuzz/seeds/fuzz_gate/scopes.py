from os import path as p, *
class A(B, metaclass=C):
    __slots__ = a, b = 1, 2
    def f(self, x=lambda y: y, /, *z, k: int = 1, **kw) -> "A":
        global g
        nonlocal_ = [i for i in self.x if (n := i) for k in n]
        match x:
            case A(f=h, b=[q, *r]) | {"k": s, **t}:
                yield from (yield)
            case _:
                del self.x, g
try:
    pass
except* (E, F) as e:
    raise e from None
with (open(p) as a, b as (c, d)): getattr(a, "x" + c)()
