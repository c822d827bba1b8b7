from __future__ import annotations
from typing import Iterator, Optional


class Tree:
    def __init__(self, key: int, left: Optional[Tree] = None, right: Optional[Tree] = None) -> None:
        self.key, self.left, self.right = key, left, right

    def insert(self, key: int) -> Tree:
        if key < self.key:
            self.left = self.left.insert(key) if self.left else Tree(key)
        elif key > self.key:
            self.right = self.right.insert(key) if self.right else Tree(key)
        return self

    def __iter__(self) -> Iterator[int]:
        if self.left:
            yield from self.left
        yield self.key
        if self.right:
            yield from self.right

    def __contains__(self, key: int) -> bool:
        if key == self.key:
            return True
        child = self.left if key < self.key else self.right
        return child is not None and key in child

    def height(self) -> int:
        return 1 + max(t.height() if t else 0 for t in (self.left, self.right))


root = Tree(50)
for k in (30, 70, 20, 40, 60, 80, 10):
    root.insert(k)
print(list(root), root.height(), 60 in root, 65 in root)
