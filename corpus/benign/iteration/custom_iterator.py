class Fib:
    def __init__(self, limit):
        self.limit = limit

    def __iter__(self):
        self.a, self.b = 0, 1
        return self

    def __next__(self):
        if self.a > self.limit:
            raise StopIteration
        value = self.a
        self.a, self.b = self.b, self.a + self.b
        return value

print(list(Fib(60)), sum(Fib(10)), 21 in Fib(30))
first, *rest, last = Fib(20)
print(first, rest, last)
it = iter(range(3))
print(next(it), next(it), next(it), next(it, "end"))
