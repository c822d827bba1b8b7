"""Wait until the result is stable."""
import random


def measure():
    return sum(random.random() for _ in range(1000)) / 1000


last = measure()
attempts = 0
while True:
    attempts += 1
    now = measure()
    if now == last:
        break
    last = now
print("stable after", attempts)
