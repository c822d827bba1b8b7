class A:
    __slots__ = ("x",)

print(A.x.__objclass__.__subclasses__)
