import itertools
a, b = itertools.tee(itertools.count())
for v in a:
    pass
print(next(b))
