from functools import partial, reduce
from operator import add, mul, methodcaller, not_

numbers = range(1, 8)
print(reduce(add, numbers), reduce(mul, numbers, 1))
print(list(map(partial(pow, 2), numbers)))
print(list(filter(lambda n: n % 2, numbers)), sorted("bAc", key=str.lower))
print(list(map(methodcaller("upper"), ["a", "b"])), any(map(not_, [1, 0])), all(numbers))
print(list(zip(*[(1, "a"), (2, "b")])), max("apple", "fig", key=len), sum(x * y for x, y in zip([1, 2], [3, 4])))
