"""Loops and iterators without an end that something else ends."""
import itertools
from collections import deque

graph = {"a": ["b", "c"], "b": ["d"], "c": ["d"], "d": []}
seen = ["a"]
for node in seen:
    for other in graph[node]:
        if other not in seen:
            seen.append(other)
print(seen)

print(list(itertools.islice(itertools.count(1, 2), 5)))
print(list(zip("abc", itertools.count())), dict(zip("ab", itertools.repeat(0))))
print(list(itertools.takewhile(lambda v: v < 40, (x * x for x in itertools.count()))))
last = deque(range(100), maxlen=3)
print(list(last), next(n for n in itertools.count(10) if n % 7 == 0))
for n in itertools.count(2):
    if all(n % d for d in range(2, n)) and n > 20:
        break
print(n)

queue = deque([3])
while queue:
    size = queue.popleft()
    if size:
        queue.append(size - 1)

text = "ab"
while len(text) < 20:
    text += text
print(text, sum(range(10)), [p for p in itertools.product("ab", repeat=2)])


def halve(values):
    return values if len(values) < 2 else halve(values[: len(values) // 2])


print(halve(list(range(9))), f"{3.14159:{10}.{2}f}", "x".ljust(5, "."))
