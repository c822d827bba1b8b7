"""
Here is a Python script that computes Fibonacci numbers in three ways.

Usage:
    python fibonacci.py
"""
from functools import lru_cache
from typing import Iterator, List


def fib_iterative(n: int) -> int:
    """Return the n-th Fibonacci number iteratively.

    Args:
        n: The index, starting at zero.

    Returns:
        The n-th number.

    Raises:
        ValueError: If n is negative.
    """
    if n < 0:
        raise ValueError("n must be non-negative")
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


@lru_cache(maxsize=None)
def fib_recursive(n: int) -> int:
    """Return the n-th Fibonacci number recursively, with a cache."""
    return n if n < 2 else fib_recursive(n - 1) + fib_recursive(n - 2)


def fib_generator(limit: int) -> Iterator[int]:
    """Yield the numbers below limit."""
    a, b = 0, 1
    while a < limit:
        yield a
        a, b = b, a + b


def main() -> None:
    """Run a small demonstration."""
    try:
        results: List[int] = [fib_iterative(i) for i in range(10)]
        assert results == [fib_recursive(i) for i in range(10)]
        print("First ten:", results)
        print("Below 100:", list(fib_generator(100)))
        fib_iterative(-1)
    except ValueError as exc:
        print(f"Error: {exc}")


if __name__ == "__main__":
    main()
