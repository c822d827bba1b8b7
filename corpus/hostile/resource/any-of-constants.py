import itertools
print(any(False for n in itertools.count()))
