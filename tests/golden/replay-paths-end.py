links = {1: [2, 3], 2: [4], 3: [4], 4: [1, 5], 5: [2]}


def paths(a, b):
    queue = [[a]]
    found = []
    while queue:
        path = queue.pop(0)
        if path[-1] == b:
            found.append(path)
            continue
        for n in links[path[-1]]:
            if n not in path:
                queue.append(path + [n])
    return found


print(paths(1, 5))
def permutations(items):
    if len(items) < 2:
        yield list(items)
        return
    for i, x in enumerate(items):
        for rest in permutations(items[:i] + items[i + 1:]):
            yield [x] + rest


print(sum(1 for _ in permutations([1, 2, 3, 4, 5])))


def tree(n):
    if n == 0:
        yield "leaf"
        return
    for left in tree(n - 1):
        yield f"({left})"


print(list(tree(5)))
from collections import deque

MOVES = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]


def knight(start, goal, size=8):
    todo = deque([(start, 0)])
    while todo:
        (x, y), d = todo.popleft()
        if (x, y) == goal:
            return d
        for dx, dy in MOVES:
            nx, ny = x + dx, y + dy
            if 0 <= nx < size and 0 <= ny < size:
                todo.append(((nx, ny), d + 1))
    return -1


print(knight((0, 0), (3, 3)))


def jugs(a, b, want):
    todo, seen = deque([(0, 0, 0)]), {(0, 0)}
    while todo:
        x, y, n = todo.popleft()
        if want in (x, y):
            return n
        for s in ((a, y), (x, b), (0, y), (x, 0), (x - min(x, b - y), y + min(x, b - y)), (x + min(y, a - x), y - min(y, a - x))):
            if s not in seen:
                seen.add(s)
                todo.append((*s, n + 1))


print(jugs(3, 5, 4))
from contextlib import suppress


class Down(Exception):
    ...


class Server:
    def __init__(self, failures):
        self.left = failures

    def put(self, name):
        if self.left:
            self.left -= 1
            raise Down(name)
        return name


def upload(server):
    n = 0
    while True:
        n += 1
        with suppress(Down):
            server.put("x")
            return n


print(upload(Server(5)))
values = ["1", "x", "3"]
out = []
for v in values:
    with suppress(ValueError):
        out.append(int(v))
print(out)
text = "ab"
for _ in range(18):
    text = "".join(c + c if c == "a" else c for c in text)[:5000]
    text = text[:64]
print(len(text))
row = [1]
for _ in range(40):
    row = [a + b for a, b in zip([0] + row, row + [0])]
print(row[20])
level = ["root"]
for depth in range(10):
    level = [f"{n}.{i}" for n in level for i in range(2)]
print(len(level))
cells = {(0, 0), (1, 0), (2, 0), (2, 1), (1, 2)}
for generation in range(30):
    counts = {}
    for x, y in cells:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if (dx, dy) != (0, 0):
                    counts[x + dx, y + dy] = counts.get((x + dx, y + dy), 0) + 1
    cells = {c for c, k in counts.items() if k == 3 or (k == 2 and c in cells)}
print(len(cells))
seen = []
state = frozenset({(0, 0), (1, 0)})
while state and state not in seen:
    seen.append(state)
    state = frozenset((x + 1, y) for x, y in state if x < 5)
print(len(seen))
import sched
import time

s = sched.scheduler()
for i in range(3):
    s.enter(i / 50, 1, print, ("tick", i))
s.run()
