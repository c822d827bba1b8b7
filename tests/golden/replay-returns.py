class Node:
    def __init__(self, value, after=None):
        self.value, self.after = value, after


tail = Node(3)
head = Node(1, Node(2, tail))
tail.after = head
seen = []
n = 0
node = head
while node is not None:
    n, node = n + 1, node.after
    seen.append(n)
print(seen)
