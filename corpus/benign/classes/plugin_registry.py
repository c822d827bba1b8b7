from abc import ABC, abstractmethod
from enum import Enum, auto
from functools import lru_cache, partial, wraps
from typing import Callable, ClassVar, Generic, Protocol, TypeVar
import inspect
import time

T = TypeVar("T")
REGISTRY: dict = {}


def register(name: str):
    def deco(cls):
        REGISTRY[name] = cls
        return cls
    return deco


def retry(times=3, exceptions=(ValueError,), delay=0.0):
    def outer(fn):
        @wraps(fn)
        def inner(*args, **kwargs):
            last = None
            for attempt in range(1, times + 1):
                try:
                    return fn(*args, **kwargs)
                except exceptions as e:
                    last = e
                    print(f"{fn.__name__} attempt {attempt}: {type(e).__name__}: {e}")
                    time.sleep(delay)
            raise last
        return inner
    return deco if False else outer


class Shape(ABC):
    count: ClassVar[int] = 0

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        Shape.count += 1

    @property
    @abstractmethod
    def area(self) -> float: ...

    def __lt__(self, other: "Shape") -> bool:
        return self.area < other.area

    def __repr__(self):
        args = ", ".join(f"{k}={v!r}" for k, v in sorted(self.params().items()))
        return f"{self.__class__.__name__}({args})"

    def params(self):
        return {name: getattr(self, name) for name in ("w", "h", "r") if hasattr(self, name)}


@register("rect")
class Rect(Shape):
    __slots__ = ("w", "h")

    def __init__(self, w, h):
        self.w, self.h = w, h

    @property
    def area(self):
        return self.w * self.h


@register("circle")
class Circle(Shape):
    def __init__(self, r):
        self.r = r

    area = property(lambda self: 3.14159 * self.r ** 2)


class Color(Enum):
    RED = auto()
    GREEN = auto()

    @classmethod
    def parse(cls, s):
        return cls[s.upper()]


class Stack(Generic[T]):
    def __init__(self) -> None:
        self._items: list[T] = []

    def push(self, x: T) -> None:
        self._items.append(x)

    def __iter__(self):
        return iter(reversed(self._items))


calls = {"n": 0}


@retry(times=3)
def flaky():
    calls["n"] += 1
    if calls["n"] < 3:
        raise ValueError("not yet")
    return "ok"


@lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


shapes = [REGISTRY["rect"](2, 3), REGISTRY["circle"](1)]
print(sorted(shapes), Shape.count, Color.parse("red"), flaky(), fib(50), fib.cache_info().hits > 0)
print(list(inspect.signature(flaky).parameters), partial(pow, 2)(5))
s = Stack(); s.push(1); s.push(2); print(list(s))
