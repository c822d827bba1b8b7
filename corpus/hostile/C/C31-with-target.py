class A:
    pass

obj = A()
with open("f") as obj.__class__:
    pass
