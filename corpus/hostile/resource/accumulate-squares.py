import itertools
vals = list(itertools.accumulate(range(2, 200), lambda a, b: a * a))
print(vals[-1])
