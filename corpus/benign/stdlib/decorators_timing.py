import functools
import time
import timeit
import tracemalloc
import sys
import gc
import resource
from collections.abc import Callable


def timer(func: Callable) -> Callable:
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        start = time.perf_counter_ns()
        result = func(*args, **kwargs)
        wrapper.calls += 1
        wrapper.total += time.perf_counter_ns() - start
        return result
    wrapper.calls = 0
    wrapper.total = 0
    return wrapper


class CountCalls:
    def __init__(self, fn):
        functools.update_wrapper(self, fn)
        self.fn, self.n = fn, 0

    def __call__(self, *a, **k):
        self.n += 1
        return self.fn(*a, **k)


@timer
def slow(n):
    return sum(i * i for i in range(n))


@CountCalls
def hi(name="x"):
    return f"hi {name}"


tracemalloc.start()
slow(1000); slow(2000); hi(); hi("bob")
cur, peak = tracemalloc.get_traced_memory()
tracemalloc.stop()
print(slow.calls, slow.total > 0, hi.n, hi.__name__, peak >= cur)
print(timeit.timeit(lambda: slow(10), number=5) >= 0, min(timeit.repeat(lambda: hi(), repeat=2, number=2)) >= 0)
print(sys.getsizeof([]) > 0, gc.collect() >= 0, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > 0)
print(sys.version.split()[0] >= "3", sys.platform, sys.getrecursionlimit())
sys.setrecursionlimit(3000)
