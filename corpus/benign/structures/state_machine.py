from __future__ import annotations
import enum
import itertools
import weakref
import heapq
from collections import ChainMap, UserDict
from contextlib import contextmanager, suppress
from types import MappingProxyType, SimpleNamespace
from typing import Callable, NamedTuple, TypedDict, Literal, overload


class State(str, enum.Enum):
    IDLE = "idle"
    RUNNING = "running"
    DONE = "done"


class Event(NamedTuple):
    at: int
    name: str
    fn: Callable[[], None]


class Machine:
    TRANSITIONS = MappingProxyType({(State.IDLE, "start"): State.RUNNING, (State.RUNNING, "stop"): State.DONE})

    def __init__(self):
        self.state = State.IDLE
        self._listeners = weakref.WeakSet()
        self.history = []

    def fire(self, event):
        key = (self.state, event)
        if key not in self.TRANSITIONS:
            raise RuntimeError(f"{event} not allowed in {self.state.value}")
        self.history.append(self.state)
        self.state = self.TRANSITIONS[key]
        handler = getattr(self, f"on_{self.state.value}", None)
        if callable(handler):
            handler()

    def on_running(self):
        print("running!")


@contextmanager
def transaction(ns):
    snapshot = dict(ns)
    try:
        yield ns
    except Exception:
        ns.clear(); ns.update(snapshot)
        raise


class CaseDict(UserDict):
    def __setitem__(self, k, v):
        super().__setitem__(k.lower(), v)


m = Machine()
m.fire("start")
with suppress(RuntimeError):
    m.fire("start")
q, counter = [], itertools.count()
for at, name in [(3, "c"), (1, "a"), (2, "b")]:
    heapq.heappush(q, (at, next(counter), name))
print([heapq.heappop(q)[2] for _ in range(3)])
d = {"a": 1}
try:
    with transaction(d) as t:
        t["a"] = 2
        raise KeyError("x")
except KeyError:
    print(d)
match m.state:
    case State.RUNNING:
        print("matched")
    case _:
        print("other")
point = {"type": "circle", "r": 2}
match point:
    case {"type": "circle", "r": r} if r > 0:
        print(3.14 * r * r)
    case {"type": "rect", "w": w, "h": h}:
        print(w * h)
print(ChainMap({"x": 1}, {"y": 2})["y"], CaseDict(A=1)["a"], SimpleNamespace(z=1))
