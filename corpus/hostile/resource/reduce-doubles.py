import functools
s = functools.reduce(lambda acc, _: acc + acc, range(60), "x")
print(len(s))
