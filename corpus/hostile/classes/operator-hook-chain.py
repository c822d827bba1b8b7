class Pipe:
    def __init__(self, f):
        self.f = f

    def __ror__(self, other):
        return self.f(other)

print("1 + 1" | Pipe(eval))
