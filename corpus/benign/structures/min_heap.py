class MinHeap:
    def __init__(self):
        self.h = []

    def push(self, x):
        self.h.append(x)
        i = len(self.h) - 1
        while i and self.h[(i - 1) // 2] > self.h[i]:
            p = (i - 1) // 2
            self.h[p], self.h[i] = self.h[i], self.h[p]
            i = p

    def pop(self):
        top = self.h[0]
        last = self.h.pop()
        if self.h:
            self.h[0] = last
            i = 0
            while True:
                small = i
                for c in (2 * i + 1, 2 * i + 2):
                    if c < len(self.h) and self.h[c] < self.h[small]:
                        small = c
                if small == i:
                    break
                self.h[i], self.h[small] = self.h[small], self.h[i]
                i = small
        return top

    def __bool__(self):
        return bool(self.h)

heap = MinHeap()
for n in [5, 2, 9, 1, 7, 3]:
    heap.push(n)
out = []
while heap:
    out.append(heap.pop())
print(out)
