import functools

@functools.lru_cache
def price(n):
    return n * 2

price.__wrapped__.__globals__["__builtins__"].print("reached")
