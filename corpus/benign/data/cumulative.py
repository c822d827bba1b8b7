from itertools import accumulate
import operator

daily = [5, 3, 8, 0, 2]
print(list(accumulate(daily)))
print(list(accumulate(daily, max)))
print(list(accumulate([1, 2, 3, 4], operator.mul)))
running = 0
for day, n in enumerate(daily, 1):
    running += n
    print(f"day {day}: +{n} -> {running} (avg {running / day:.2f})")
