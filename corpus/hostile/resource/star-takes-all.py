import itertools
first, *rest = itertools.count(1)
print(first)
