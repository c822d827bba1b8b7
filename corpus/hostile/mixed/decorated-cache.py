import functools
import pickle

def disk_cache(f):
    @functools.wraps(f)
    def inner(n):
        try:
            with open(f"cache-{n}.bin", "rb") as file:
                return pickle.load(file)
        except OSError:
            value = f(n)
            with open(f"cache-{n}.bin", "wb") as file:
                pickle.dump(value, file)
            return value
    return inner

@disk_cache
def square(n):
    return n * n

print(square(4))
