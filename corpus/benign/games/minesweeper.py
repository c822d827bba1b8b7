import random

class Field:
    def __init__(self, w, h, mines, seed=None):
        rng = random.Random(seed)
        self.w, self.h = w, h
        self.mines = set(rng.sample([(x, y) for x in range(w) for y in range(h)], mines))
        self.open = set()

    def near(self, x, y):
        return [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)
                if (i or j) and 0 <= x + i < self.w and 0 <= y + j < self.h]

    def count(self, cell):
        return sum(n in self.mines for n in self.near(*cell))

    def reveal(self, cell):
        if cell in self.mines:
            return False
        todo = [cell]
        while todo:
            c = todo.pop()
            if c in self.open:
                continue
            self.open.add(c)
            if self.count(c) == 0:
                todo += self.near(*c)
        return True

    def __str__(self):
        return "\n".join("".join(str(self.count((x, y)) or " ") if (x, y) in self.open else "?" for x in range(self.w)) for y in range(self.h))

f = Field(8, 5, 6, seed=3)
safe = next((x, y) for x in range(8) for y in range(5) if (x, y) not in f.mines and not f.count((x, y)))
f.reveal(safe)
print(f)
