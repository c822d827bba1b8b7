import sys
from functools import lru_cache

sys.setrecursionlimit(5000)

@lru_cache(maxsize=None)
def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)

print([fib(i) for i in range(15)])
print(fib(1000) % 10 ** 9)
print(fib.cache_info().currsize)
