class A:
    pass

class B:
    pass

obj = A()
for obj.__class__ in [B]:
    pass
