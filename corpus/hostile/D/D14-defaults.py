def f(a, b=2, *, c=3):
    return a + b + c

print(f.__defaults__, f.__kwdefaults__)
