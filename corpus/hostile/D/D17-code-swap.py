def f():
    return 1

def g():
    return 2

f.__code__ = g.__code__
print(f())
