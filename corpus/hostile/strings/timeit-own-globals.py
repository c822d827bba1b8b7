import timeit
timeit.repeat("_globals()['__builtins__']['open']('CANARY', 'w')", repeat=1, number=1)
