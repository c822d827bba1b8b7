class A:
    pass

slot = A.__dict__["__weakref__"]
print(slot.__objclass__)
