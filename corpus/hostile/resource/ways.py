from itertools import combinations_with_replacement as c
len(list(c(range(100), 20)))
