"""Ways to join numbers, timed as texts and as functions."""
import timeit

STATEMENTS = {
    "generator": '"-".join(str(n) for n in range(100))',
    "map": '"-".join(map(str, range(100)))',
}

for name in STATEMENTS:
    print(name)
print(timeit.timeit('"-".join(str(n) for n in range(100))', number=50) >= 0)
print(timeit.timeit("math.sqrt(x)", setup="import math; x = 2.0", number=50) >= 0)
print(min(timeit.repeat("sorted(data)", "data = list(range(100, 0, -1))", repeat=2, number=5)) >= 0)
print(timeit.Timer(lambda: sum(range(100))).timeit(number=5) >= 0)
