class A:
    pass

class B:
    pass

obj = A()
obj.__class__ = B
