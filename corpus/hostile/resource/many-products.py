import itertools

pairs = list(itertools.product(range(1000), repeat=6))
