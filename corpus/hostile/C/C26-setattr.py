class A:
    pass

class B:
    pass

obj = A()
setattr(obj, "__class__", B)
print(type(obj))
