import functools

@functools.singledispatch
def show(x):
    print(x)

inner = show.dispatch(object)
print(inner.__globals__)
