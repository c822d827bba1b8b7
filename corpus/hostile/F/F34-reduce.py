import functools

print(functools.reduce(lambda a, f: f(a), [eval], "1 + 1"))
