from enum import Enum, auto

class State(Enum):
    IDLE = auto()
    UP = auto()
    DOWN = auto()

class Elevator:
    def __init__(self, floors):
        self.floors, self.at, self.state, self.stops = floors, 0, State.IDLE, set()

    def call(self, floor):
        if floor not in range(self.floors):
            raise ValueError(floor)
        self.stops.add(floor)

    def tick(self):
        if self.at in self.stops:
            self.stops.discard(self.at)
            print("open at", self.at)
            return
        if not self.stops:
            self.state = State.IDLE
            return
        target = min(self.stops, key=lambda f: abs(f - self.at))
        self.state = State.UP if target > self.at else State.DOWN
        self.at += 1 if self.state is State.UP else -1

e = Elevator(6)
for f in (3, 1, 5):
    e.call(f)
for _ in range(12):
    e.tick()
print(e.at, e.state.name)
