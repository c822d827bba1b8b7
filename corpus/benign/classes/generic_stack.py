from typing import Generic, List, Optional, TypeVar, Union

T = TypeVar("T")
Number = Union[int, float]


class Stack(Generic[T]):
    def __init__(self) -> None:
        self._items: List[T] = []

    def push(self, item: T) -> "Stack[T]":
        self._items.append(item)
        return self

    def pop(self) -> Optional[T]:
        return self._items.pop() if self._items else None


def add(a: Number, b: Number) -> Number:
    return a + b


s: Stack[int] = Stack()
s.push(1).push(2)
print(s.pop(), s.pop(), s.pop(), add(1, 2.5))
