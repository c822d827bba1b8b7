import functools
import operator
print(functools.reduce(operator.mul, range(1, 10_000_000)))
