import time
from contextlib import contextmanager

class Timer:
    def __enter__(self):
        self.start = time.perf_counter()
        return self

    def __exit__(self, exc_type, exc, tb):
        self.elapsed = time.perf_counter() - self.start
        return False

@contextmanager
def section(title):
    print("begin", title)
    try:
        yield title.upper()
    finally:
        print("end", title)

with Timer() as t, section("sum") as name:
    exec_time = sum(range(100000))
print(name, exec_time, t.elapsed < 5)
