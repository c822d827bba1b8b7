from collections import deque

frames = deque(maxlen=30)
for i in range(100_000):
    frames.append(bytes(1_000_000))
total = 0
for i in range(100_000):
    frame = bytes(1_000_000)
    total += len(frame)
recent = []
for i in range(100_000):
    recent.append(bytes(1_000_000))
    if len(recent) > 5:
        recent.pop(0)


class Log:
    def __init__(self):
        self.lines = []

    def add(self, line):
        self.lines.append(line)
        if len(self.lines) >= 100:
            self.flush()

    def flush(self):
        self.lines = []


log = Log()
for i in range(100_000):
    log.add(bytes(1_000_000))
