"""Loops without a test of their own, each of which ends."""

# ---- menu loop
commands = iter(["add 3", "add 4", "total", "quit"])
total = 0
while True:
    line = next(commands)
    if line == "quit":
        break
    if line == "total":
        print(total)
        continue
    total += int(line.split()[1])

# ---- retry while
def fetch(state):
    state["n"] += 1
    if state["n"] < 4:
        raise ValueError("not yet")
    return state["n"]

state = {"n": 0}
while True:
    try:
        value = fetch(state)
    except ValueError:
        continue
    else:
        break
print(value)

# ---- newton
def newton(x0):
    x = x0
    while True:
        nx = x - (x ** 3 - 2) / (3 * x * x)
        if abs(nx - x) < 1e-12:
            return nx
        x = nx

print(newton(1.0))

# ---- state machine
state = "idle"
events = ["start", "tick", "tick", "stop"]
i = 0
while state != "done":
    e = events[i]
    i += 1
    if state == "idle" and e == "start":
        state = "run"
    elif e == "stop":
        state = "done"
print(i)

# ---- read chunks
import io
f = io.BytesIO(b"x" * 100_000)
n = 0
while True:
    chunk = f.read(4096)
    if not chunk:
        break
    n += len(chunk)
print(n)

# ---- worklist grow
todo = [10]
for n in todo:
    if n > 1:
        todo.append(n // 2)
print(todo)

# ---- main loop
class App:
    def __init__(self, events):
        self.events = events
        self.running = True

    def handle(self, e):
        if e == "quit":
            self.running = False

    def run(self):
        while self.running:
            self.handle(self.events.pop(0))

App(["a", "b", "quit"]).run()

# ---- queue ok
from queue import Queue, Empty
q = Queue()
for i in range(5):
    q.put(i)
while True:
    try:
        print(q.get_nowait())
    except Empty:
        break

# ---- coroutine avg
def averager():
    total, n, avg = 0.0, 0, None
    while True:
        x = yield avg
        total += x
        n += 1
        avg = total / n

a = averager()
next(a)
for v in (10, 20, 30):
    print(a.send(v))

# ---- kmeans1d
pts = [1.0, 1.2, 5.0, 5.1, 9.7]
cs = [0.0, 5.0, 10.0]
while True:
    groups = [[] for _ in cs]
    for p in pts:
        groups[min(range(len(cs)), key=lambda i: abs(p - cs[i]))].append(p)
    new = [sum(g) / len(g) if g else c for g, c in zip(groups, cs)]
    if new == cs:
        break
    cs = new
print(cs)
