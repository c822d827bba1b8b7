class A:
    pass

obj = A()
try:
    del obj.__class__
except TypeError:
    print("kept")
