import inspect
class A:
    __slots__ = {"p": "/srv/CANARY"}
open(inspect.getdoc(A.p), "w")
