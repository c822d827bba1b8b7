import itertools
print(sum(itertools.islice(itertools.count(), 10 ** 13)))
