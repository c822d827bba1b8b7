"""Listeners that go away with their objects: methods and functions differ."""
import weakref


class Bus:
    def __init__(self):
        self.listeners = []

    def on(self, listener):
        if hasattr(listener, "__self__"):
            ref = weakref.WeakMethod(listener)
        else:
            ref = weakref.ref(listener)
        self.listeners.append(ref)
        return listener

    def emit(self, *args):
        alive = [(ref, ref()) for ref in self.listeners]
        self.listeners = [ref for ref, fn in alive if fn is not None]
        return [fn(*args) for _, fn in alive if fn is not None]


class Counter:
    def __init__(self):
        self.n = 0

    def add(self, n):
        self.n += n
        return self.n


bus = Bus()
counter = Counter()
bus.on(counter.add)


@bus.on
def double(n):
    return 2 * n


print(bus.emit(3), hasattr(double, "__wrapped__"), hasattr(counter, "__dict__"))
del counter
print(bus.emit(4))
