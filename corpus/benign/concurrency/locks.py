from threading import Lock, Thread, Event, local

class Counter:
    def __init__(self):
        self.value = 0
        self.lock = Lock()

    def add(self, n):
        for _ in range(n):
            with self.lock:
                self.value += 1

c, started, store = Counter(), Event(), local()
ts = [Thread(target=c.add, args=(1000,)) for _ in range(4)]
started.set()
for t in ts: t.start()
for t in ts: t.join()
store.x = 1
print(c.value, started.is_set(), store.x)
