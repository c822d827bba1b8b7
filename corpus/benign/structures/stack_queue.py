class Stack:
    def __init__(self):
        self._items = []

    def push(self, item):
        self._items.append(item)

    def pop(self):
        if self.is_empty():
            raise IndexError("pop from empty stack")
        return self._items.pop()

    def peek(self):
        return self._items[-1]

    def is_empty(self):
        return len(self._items) == 0

    def size(self):
        return len(self._items)


class Queue:
    def __init__(self):
        self._in, self._out = Stack(), Stack()

    def enqueue(self, item):
        self._in.push(item)

    def dequeue(self):
        if self._out.is_empty():
            while not self._in.is_empty():
                self._out.push(self._in.pop())
        return self._out.pop()


q = Queue()
for i in range(3):
    q.enqueue(i)
print(q.dequeue(), q.dequeue())
q.enqueue(9)
print(q.dequeue(), q.dequeue())
try:
    q.dequeue()
except IndexError as err:
    print("Error:", err)
