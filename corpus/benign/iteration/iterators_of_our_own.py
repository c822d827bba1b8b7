"""Classes that are gone through, and what takes a part of what has no end."""

# ---- iterator class
class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n

print(sum(Countdown(10)))

# ---- seq ok
class Squares:
    def __init__(self, n):
        self.n = n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError
        return i * i

print(list(Squares(10)))

# ---- linked list
class Node:
    def __init__(self, v, nxt=None):
        self.v, self.next = v, nxt

class Linked:
    def __init__(self):
        self.head = None

    def push(self, v):
        self.head = Node(v, self.head)

    def __iter__(self):
        n = self.head
        while n:
            yield n.v
            n = n.next

l = Linked()
for i in range(10):
    l.push(i)
print(list(l))

# ---- getattr ok
class Config:
    def __init__(self, d):
        self._d = d

    def __getattr__(self, name):
        try:
            return self._d[name]
        except KeyError:
            raise AttributeError(name)

print(Config({"host": "x"}).host)

# ---- del ok
class Resource:
    open_count = 0

    def __init__(self):
        Resource.open_count += 1

    def __del__(self):
        Resource.open_count -= 1

r = Resource()
del r
print(Resource.open_count)

# ---- roundrobin
from itertools import cycle, islice

def roundrobin(*iterables):
    pending = len(iterables)
    nexts = cycle(iter(it).__next__ for it in iterables)
    while pending:
        try:
            for nxt in nexts:
                yield nxt()
        except StopIteration:
            pending -= 1
            nexts = cycle(islice(nexts, pending))

print(list(roundrobin("ABC", "D", "EF")))

# ---- zip nat
def ids(prefix):
    n = 1
    while True:
        yield f"{prefix}{n}"
        n += 1

print(dict(zip(ids("u"), ["ann", "bob", "cyd"])))

# ---- gen pipeline
from itertools import islice

def nat():
    n = 0
    while True:
        yield n
        n += 1

evens = (n for n in nat() if n % 2 == 0)
sq = (n * n for n in evens)
print(list(islice(sq, 10)))

# ---- tee pair
from itertools import tee
a, b = tee([1, 2, 3, 4])
next(b)
print([(x, y) for x, y in zip(a, b)])

# ---- id gen
import itertools

class Node:
    _ids = itertools.count(1)

    def __init__(self, name):
        self.id = next(Node._ids)
        self.name = name

nodes = [Node(n) for n in "abc"]
print([(n.id, n.name) for n in nodes])
