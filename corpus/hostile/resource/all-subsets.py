import itertools
items = list(range(64))
subsets = list(itertools.chain.from_iterable(itertools.combinations(items, r) for r in range(len(items) + 1)))
print(len(subsets))
