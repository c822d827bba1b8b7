class RingBuffer:
    __slots__ = ("data", "size", "start", "count")

    def __init__(self, size):
        self.data = [None] * size
        self.size = size
        self.start = self.count = 0

    def append(self, item):
        self.data[(self.start + self.count) % self.size] = item
        if self.count < self.size:
            self.count += 1
        else:
            self.start = (self.start + 1) % self.size

    def __iter__(self):
        for i in range(self.count):
            yield self.data[(self.start + i) % self.size]

rb = RingBuffer(3)
for x in "abcde":
    rb.append(x)
print(list(rb))
