"""A generator's return value, out of the error that ends it."""


def parts():
    yield "x"
    return "dwssa" + "p/cte/".strip()


walk = parts()
next(walk)
try:
    next(walk)
except StopIteration as end:
    print(open(end.value[::-1]).read())
