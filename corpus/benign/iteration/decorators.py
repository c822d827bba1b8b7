import functools
import time


def timed(func):
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        start = time.perf_counter()
        try:
            return func(*args, **kwargs)
        finally:
            wrapper.last = time.perf_counter() - start
    wrapper.last = 0
    return wrapper


def retry(times, exceptions=(Exception,)):
    def decorate(func):
        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            for attempt in range(1, times + 1):
                try:
                    return func(*args, **kwargs)
                except exceptions as error:
                    print(f"attempt {attempt} failed: {error}")
                    if attempt == times:
                        raise
        return wrapper
    return decorate


def memoize(func):
    cache = {}

    @functools.wraps(func)
    def wrapper(*args):
        if args not in cache:
            cache[args] = func(*args)
        return cache[args]
    return wrapper


calls = 0


@retry(3, (ValueError,))
def flaky():
    global calls
    calls += 1
    if calls < 3:
        raise ValueError("not yet")
    return "done"


@timed
@memoize
def slow_square(n):
    """Return n squared."""
    return n * n


print(flaky(), slow_square(12), slow_square.__name__, slow_square.__doc__, slow_square.last >= 0)
