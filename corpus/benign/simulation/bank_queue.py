"""Simulate customers waiting at a bank."""
import heapq
import random


class Simulation:
    def __init__(self, tellers=2, seed=0):
        self.rng = random.Random(seed)
        self.free = tellers
        self.queue = []
        self.events = []
        self.waits = []
        self.now = 0.0

    def schedule(self, delay, kind):
        heapq.heappush(self.events, (self.now + delay, kind))

    def run(self, until):
        self.schedule(0, "arrive")
        while self.events:
            self.now, kind = heapq.heappop(self.events)
            if self.now > until:
                break
            getattr(self, "on_" + kind)()
        return sum(self.waits) / len(self.waits)

    def on_arrive(self):
        self.queue.append(self.now)
        self.schedule(self.rng.expovariate(1.0), "arrive")
        self.serve()

    def on_leave(self):
        self.free += 1
        self.serve()

    def serve(self):
        while self.free and self.queue:
            self.waits.append(self.now - self.queue.pop(0))
            self.free -= 1
            self.schedule(self.rng.expovariate(0.6), "leave")


print(f"average wait {Simulation().run(500):.2f} minutes")
