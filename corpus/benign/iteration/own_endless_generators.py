"""Generators without an end, and what takes only a part of them."""
from itertools import islice


def powers(base):
    value = 1
    while True:
        yield value
        value *= base


def cycle_colours():
    while True:
        yield from ("red", "green")


print(list(islice(powers(2), 8)))
for value, colour in zip(powers(3), cycle_colours()):
    if value > 100:
        break
    print(value, colour)
bits = 1
for _ in range(64):
    bits = bits + bits
print(bits, next(v for v in powers(5) if v > 600))
