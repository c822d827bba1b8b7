class Thing:
    pass

obj = Thing()
kind = getattr(obj, "__class__")
print(kind.__mro__)
