class Counter:
    def __init__(self):
        self.n = 1

    def step(self):
        self.n = self.n * 3 + 1


counter = Counter()
while counter.n != 0:
    counter.step()
