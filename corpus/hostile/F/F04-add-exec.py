class X:
    __add__ = exec

print(X)
