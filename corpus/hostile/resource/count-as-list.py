import itertools

numbers = list(itertools.count())
