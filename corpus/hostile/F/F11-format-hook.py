class X:
    __format__ = exec

print(X)
