class A:
    pass

class B:
    pass

obj = A()
print([0 for obj.__class__ in [B]])
