import functools

def guard(g):
    @functools.wraps(g)
    def inner(*a):
        raise PermissionError
    return inner

@guard
def f(x):
    return x

print(f.__wrapped__(3))
