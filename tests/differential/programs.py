"""Small programs of loops, and what becomes of them when a line is changed.

The gate says of some programs that they never end. CPython can be asked: a
program that ends there within STEPS lines, each of its loops gone through,
and that the gate refused for its endlessness or its size, was refused wrongly.
The programs are those that everybody writes; `mutants()` changes constants,
comparisons, names and the order of lines in them, so that one in seven does
not end. Deterministic.
"""
import ast
import copy
import multiprocessing
import random
import resource
import signal
import sys

STEPS = 50_000
SECONDS = 2
MEMORY = 512 << 20

PROGRAMS = """
i = 0
while i < 10:
    i += 1
print(i)
===
def gcd(a, b):
    while b:
        a, b = b, a % b
    return a
print(gcd(48, 36), gcd(17, 5))
===
def steps(n):
    count = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += 1
    return count
print([steps(k) for k in (7, 12, 27)])
===
def find(values, target):
    lo, hi = 0, len(values) - 1
    while lo <= hi:
        mid = (lo + hi) // 2
        if values[mid] == target:
            return mid
        if values[mid] < target:
            lo = mid + 1
        else:
            hi = mid - 1
    return -1
print(find([1, 3, 5, 7, 9, 11], 8), find([2, 4], 4))
===
def root(x, tolerance=1e-9):
    guess = x / 2
    while abs(guess * guess - x) > tolerance:
        guess = (guess + x / guess) / 2
    return guess
print(root(2.0), root(9))
===
def newton(x):
    for _ in range(50):
        fx, slope = x ** 3 - 2 * x + 2, 3 * x * x - 2
        nxt = x - fx / slope
        if abs(nxt - x) < 1e-9:
            return nxt
        x = nxt
    return None
print(newton(0.5))
===
rows = [[3, 1], [2, 5], [9, 4]]
i = 0
best = None
while i < len(rows):
    j = 0
    while j < len(rows[i]):
        if best is None or rows[i][j] > best:
            best = rows[i][j]
        j += 1
    i += 1
print(best)
===
def positives(values):
    i = total = 0
    while i < len(values):
        if values[i] < 0:
            i += 1
            continue
        total += values[i]
        i += 1
    return total
print(positives([4, 7, -1, 3]))
===
from collections import deque
graph = {"a": ["b", "c"], "b": ["d"], "c": ["d", "a"], "d": []}
queue, seen = deque(["a"]), {"a"}
while queue:
    node = queue.popleft()
    for other in graph[node]:
        if other not in seen:
            seen.add(other)
            queue.append(other)
print(sorted(seen))
===
class Node:
    def __init__(self, value, nxt=None):
        self.value, self.next = value, nxt
head = Node(1, Node(2, Node(3)))
def length(node):
    n = 0
    while node:
        n, node = n + 1, node.next
    return n
print(length(head))
===
class Account:
    def __init__(self, balance):
        self.balance = balance
    def year(self, rate):
        self.balance *= 1 + rate
a = Account(100.0)
years = 0
while a.balance < 200:
    a.year(0.05)
    years += 1
print(years)
===
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
print([fib(k) for k in range(12)])
===
memo = {}
def ways(n):
    if n in memo:
        return memo[n]
    if n <= 1:
        return 1
    memo[n] = ways(n - 1) + ways(n - 2)
    return memo[n]
print(ways(40))
===
def sieve(limit):
    flags = [True] * (limit + 1)
    p = 2
    while p * p <= limit:
        if flags[p]:
            for k in range(p * p, limit + 1, p):
                flags[k] = False
        p += 1
    return [n for n in range(2, limit + 1) if flags[n]]
print(sieve(60))
===
def digits(n):
    total = 0
    while n > 0:
        total += n % 10
        n //= 10
    return total
print(digits(98765), digits(0))
===
import json
text, result, tries = '{"a": 1}', None, 0
while result is None:
    try:
        result = json.loads(text)
    except ValueError:
        tries += 1
        if tries > 3:
            break
        text = text.strip(",")
print(result)
===
def attempt(n):
    if n < 3:
        raise ValueError(n)
    return n
n = 0
while True:
    try:
        print(attempt(n))
        break
    except ValueError:
        n += 1
===
def bubble(values):
    swapped = True
    while swapped:
        swapped = False
        for i in range(len(values) - 1):
            if values[i] > values[i + 1]:
                values[i], values[i + 1] = values[i + 1], values[i]
                swapped = True
    return values
print(bubble([5, 1, 4, 2, 3]))
===
def insertion(values):
    for i in range(1, len(values)):
        key, j = values[i], i - 1
        while j >= 0 and values[j] > key:
            values[j + 1] = values[j]
            j -= 1
        values[j + 1] = key
    return values
print(insertion([5, 2, 9, 1]))
===
def tokens(text):
    i, out = 0, []
    while i < len(text):
        if text[i].isdigit():
            start = i
            while i < len(text) and text[i].isdigit():
                i += 1
            out.append(text[start:i])
        else:
            out.append(text[i])
            i += 1
    return out
print(tokens("12+34*5"))
===
from itertools import count
def prime(n):
    return n > 1 and all(n % d for d in range(2, int(n ** 0.5) + 1))
print(next(n for n in count(90) if prime(n)))
===
def countdown(n):
    while n > 0:
        yield n
        n -= 1
print(list(countdown(5)), sum(countdown(3)))
===
def ping(n):
    return (lambda: pong(n - 1)) if n > 0 else None
def pong(n):
    return (lambda: ping(n - 1)) if n > 0 else None
step = ping(6)
while callable(step):
    step = step()
print(step)
===
pending, done = ["build"], []
needs = {"build": ["test", "lint"], "test": ["lint"], "lint": []}
while pending:
    task = pending[-1]
    missing = [t for t in needs[task] if t not in done]
    if missing:
        pending.append(missing[0])
    else:
        done.append(pending.pop())
print(done)
===
x, rounds = 0.0, 0
while x != 1.0:
    x += 0.25
    rounds += 1
print(rounds)
===
def parent(links, x):
    while links[x] != x:
        links[x] = links[links[x]]
        x = links[x]
    return x
links = [0, 0, 1, 2, 4]
print(parent(links, 3))
===
state, turns = "red", 0
after = {"red": "green", "green": "amber", "amber": "off"}
while state != "off":
    state = after[state]
    turns += 1
print(turns)
===
stack, order = [3], []
while stack:
    n = stack.pop()
    order.append(n)
    if n > 0:
        stack.extend([n - 1] * 2)
print(len(order))
===
def collapse(text):
    while "  " in text:
        text = text.replace("  ", " ")
    return text
print(collapse("a    b   c"))
===
import heapq
heap = [(0, "a")]
edges = {"a": [("b", 2), ("c", 5)], "b": [("c", 1)], "c": []}
best = {}
while heap:
    cost, node = heapq.heappop(heap)
    if node in best:
        continue
    best[node] = cost
    for other, more in edges[node]:
        heapq.heappush(heap, (cost + more, other))
print(best)
===
def hanoi(n, a, b, c):
    return 0 if n == 0 else hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a)
print(hanoi(6, "a", "b", "c"))
===
low, high, guesses = 1, 100, 0
secret = 37
while True:
    guess = (low + high) // 2
    guesses += 1
    if guess == secret:
        break
    elif guess < secret:
        low = guess + 1
    else:
        high = guess - 1
print(guesses)
===
class Machine:
    def __init__(self, code):
        self.code, self.at, self.acc = code, 0, 0
    def run(self):
        while self.at < len(self.code):
            op, n = self.code[self.at]
            if op == "add":
                self.acc += n
            elif op == "jump" and self.acc < 5:
                self.at = n
                continue
            self.at += 1
        return self.acc
print(Machine([("add", 1), ("jump", 0), ("add", 3)]).run())
===
def coins(amount, kinds):
    table = [1] + [0] * amount
    for kind in kinds:
        for n in range(kind, amount + 1):
            table[n] += table[n - kind]
    return table[amount]
print(coins(30, (1, 5, 10)))
===
def merge(a, b):
    out, i, j = [], 0, 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            out.append(a[i])
            i += 1
        else:
            out.append(b[j])
            j += 1
    return out + a[i:] + b[j:]
print(merge([1, 4, 6], [2, 3, 7]))
===
total = 0
for n in range(1, 50):
    k = n
    while k % 2 == 0:
        k //= 2
    total += k
print(total)
===
def power(base, exponent):
    result = 1
    while exponent > 0:
        if exponent & 1:
            result *= base
        base *= base
        exponent >>= 1
    return result
print(power(3, 13))
===
class Ring:
    def __init__(self, values):
        self.values = values
    def __getitem__(self, i):
        if i >= len(self.values):
            raise IndexError(i)
        return self.values[i]
print(sum(Ring([1, 2, 3])))
===
class Steps:
    def __init__(self, stop):
        self.n, self.stop = 0, stop
    def __iter__(self):
        return self
    def __next__(self):
        if self.n >= self.stop:
            raise StopIteration
        self.n += 1
        return self.n
print(list(Steps(4)))
===
text, i = "aaabbc", 0
runs = []
while i < len(text):
    j = i
    while j < len(text) and text[j] == text[i]:
        j += 1
    runs.append((text[i], j - i))
    i = j
print(runs)
===
from datetime import date, timedelta
day, last, work = date(2024, 1, 1), date(2024, 1, 31), 0
while day <= last:
    if day.weekday() < 5:
        work += 1
    day += timedelta(days=1)
print(work)
===
def permute(items):
    if len(items) <= 1:
        return [items]
    return [[x] + rest for i, x in enumerate(items) for rest in permute(items[:i] + items[i + 1:])]
print(len(permute([1, 2, 3, 4])))
===
line = "="
for _ in range(6):
    line += line
print(len(line))
===
values = [1, 2, 3, 4]
while len(values) > 1:
    values = [a + b for a, b in zip(values, values[1:])]
print(values)
===
balance, payments = 1000.0, 0
while balance > 0:
    balance = balance * 1.01 - 90
    payments += 1
print(payments)
===
found, n = [], 2
while len(found) < 8:
    if all(n % p for p in found):
        found.append(n)
    n += 1
print(found)
===
flags = {"ready": False, "tries": 0}
def poll():
    flags["tries"] += 1
    if flags["tries"] >= 3:
        flags["ready"] = True
while not flags["ready"]:
    poll()
print(flags)
===
def depth(tree):
    return 0 if tree is None else 1 + max(depth(tree[0]), depth(tree[1]))
print(depth(((None, None), (None, (None, None)))))
===
a, b = 0, 1
while a < 500:
    a, b = b, a + b
print(a)
===
word, seen = "abc", set()
while word not in seen:
    seen.add(word)
    word = word[1:] + word[0]
print(len(seen))
===
grid = [[0, 1, 0], [0, 0, 0], [1, 0, 0]]
def walk(r, c, left):
    if left == 0:
        return 1
    total = 0
    for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        rr, cc = r + dr, c + dc
        if 0 <= rr < 3 and 0 <= cc < 3 and not grid[rr][cc]:
            total += walk(rr, cc, left - 1)
    return total
print(walk(0, 0, 4))
===
import random
random.seed(1)
throws = 0
while random.random() < 0.9:
    throws += 1
print(throws >= 0)
===
level, kept = 1, []
for item in [3, 1, 2]:
    while kept and kept[-1] > item:
        kept.pop()
    kept.append(item)
print(kept)
===
class Counter:
    total = 0
    @classmethod
    def more(cls):
        cls.total += 1
        return cls.total
while Counter.more() < 6:
    pass
print(Counter.total)
===
def solve(n, row=0, columns=()):
    if row == n:
        return 1
    return sum(solve(n, row + 1, columns + (c,)) for c in range(n)
               if all(c != k and abs(c - k) != row - i for i, k in enumerate(columns)))
print(solve(5))
===
name, made = "file", []
taken = {"file", "file1", "file2"}
n = 0
while name in taken:
    n += 1
    name = f"file{n}"
print(name)
===
remaining = {1: [], 2: [1], 3: [1, 2]}
order = []
while remaining:
    ready = [k for k, v in remaining.items() if all(d in order for d in v)]
    if not ready:
        raise ValueError("cycle")
    for k in ready:
        order.append(k)
        del remaining[k]
print(order)
===
def spread(todo):
    for x in todo:
        if x < 40:
            todo.append(x + 3)
    return todo
print(len(spread([1, 2])))
===
def work(limit):
    queue, done = [0, 1], 0
    while queue:
        x = queue.pop()
        if x < limit:
            queue.append(x + 1)
            queue.append(x + 2)
        done += 1
    return done
print(work(6))
===
from collections import deque
ROADS = {"a": ["b", "c"], "b": ["a", "d"], "c": ["a"], "d": ["b"], "e": ["f"], "f": ["e"]}
def hops(start, goal):
    queue, seen = deque([(start, 0)]), {start}
    while queue:
        town, distance = queue.popleft()
        if town == goal:
            return distance
        for other in ROADS[town]:
            if other not in seen:
                seen.add(other)
                queue.append((other, distance + 1))
    return None
print(hops("a", "d"), hops("a", "f"))
===
def countdown(n):
    while n > 0:
        yield n
        n -= 1
def first(limit):
    for k in countdown(9):
        if k < limit:
            return k
    return None
print(sum(countdown(4)), first(5), list(countdown(3)))
===
def even(n):
    return True if n == 0 else lambda: odd(n - 1)
def odd(n):
    return False if n == 0 else lambda: even(n - 1)
def run(step):
    while callable(step):
        step = step()
    return step
print(run(even(6)), run(odd(3)))
===
class Stack:
    def __init__(self, items):
        self.items = list(items)
    def __len__(self):
        return len(self.items)
    def __bool__(self):
        return len(self.items) > 1
    def __getitem__(self, i):
        return self.items[i]
    def take(self):
        return self.items.pop()
s = Stack([3, 1, 2])
total = 0
while s:
    total += s.take()
print(total, len(s), [x for x in s])
===
def counter(start):
    n = start
    def step(by=1):
        nonlocal n
        n += by
        return n
    return step
step = counter(3)
while step() < 12:
    step(2)
print(step())
===
NEEDS = {"app": {"web", "db"}, "web": {"core"}, "db": {"core"}, "core": set()}
def order(needs):
    waiting, done = sorted(needs), []
    while waiting:
        name = waiting.pop(0)
        if needs[name] <= set(done):
            done.append(name)
        else:
            waiting.append(name)
    return done
print(order(NEEDS))
===
words = "the quick  brown fox".split(" ")
text = ""
i = 0
while i < len(words):
    word = words[i].strip().upper()
    if not word:
        i += 1
        continue
    text = f"{text}{word:>6}" if len(text) < 30 else text
    i += 1
print(text.count("O"), text.find("FOX"))
===
from dataclasses import dataclass, field
@dataclass
class Job:
    name: str
    left: int = 2
    log: list = field(default_factory=list)
jobs = [Job("a"), Job("b", 3)]
while jobs:
    job = jobs.pop(0)
    job.log.append(job.left)
    job.left -= 1
    if job.left > 0:
        jobs.append(job)
print("done")
""".split("===\n")

COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)


def changed(tree, chance):
    """A copy of the program in which one thing is otherwise."""
    tree = copy.deepcopy(tree)
    nodes = list(ast.walk(tree))
    names = sorted({n.id for n in nodes if isinstance(n, ast.Name)})
    bodies = [b for n in nodes for b in (getattr(n, "body", None), getattr(n, "orelse", None))
              if isinstance(b, list) and len(b) > 1]
    for _ in range(30):
        node, how = chance.choice(nodes), chance.random()
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            node.value = chance.choice((node.value + 1, node.value - 1, -node.value, 0, node.value * 2))
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            node.value = not node.value
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], COMPARISONS):
            node.ops[0] = chance.choice(COMPARISONS)()
        elif isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, OPERATORS):
            node.op = chance.choice(OPERATORS)()
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and how < 0.3:
            node.id = chance.choice(names)
        elif isinstance(node, (ast.Break, ast.Continue)) and how < 0.5:
            for body in bodies:
                if node in body:
                    body[body.index(node)] = ast.Pass()
        elif bodies and how < 0.08:
            body = chance.choice(bodies)
            at = chance.randrange(len(body))
            if how < 0.05:
                body[at] = ast.Pass()
            else:
                body.insert(chance.randrange(len(body)), body.pop(at))
        else:
            continue
        return tree
    return tree


def mutants(count, seed):
    """That many sources, each a program with one to three changes."""
    chance = random.Random(seed)
    trees = [ast.parse(p) for p in PROGRAMS]
    for _ in range(count):
        tree = chance.choice(trees)
        for _ in range(chance.choice((1, 1, 1, 2, 2, 3))):
            tree = changed(tree, chance)
        source = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
        try:
            compile(source, "program", "exec")
        except (SyntaxError, ValueError):
            continue
        yield source


class TooLong(BaseException):
    """The program went on past STEPS or SECONDS."""


def run(source):
    """The lines that were run."""
    left, lines = STEPS, set()

    def trace(frame, event, argument):
        nonlocal left
        left -= 1
        if left < 0:
            raise TooLong
        lines.add(frame.f_lineno)
        return trace

    def alarm(number, frame):
        raise TooLong

    code = compile(source, "program", "exec")
    signal.signal(signal.SIGALRM, alarm)
    signal.alarm(SECONDS)
    sys.settrace(trace)
    try:
        exec(code, {"__name__": "__main__", "print": lambda *a, **k: None})
    finally:
        sys.settrace(None)
        signal.alarm(0)
    return lines


def ends(source):
    """True where it ends in these bounds, False where it does not. None where
    an exception ends it, or where a loop was never entered: nobody knows then
    what would have been."""
    try:
        lines = run(source)
    except (TooLong, MemoryError, RecursionError):
        return False
    except Exception:
        return None
    loops = (n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.While))
    return True if all(n.body[0].lineno in lines for n in loops) else None


def bounded():
    sys.unraisablehook = lambda what: None
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def all_end(sources):
    """ends() of each, in processes of their own."""
    with multiprocessing.Pool(2, bounded, maxtasksperchild=500) as pool:
        return pool.map(ends, sources, 50)
