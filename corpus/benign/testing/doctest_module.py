"""Small helpers with doctests.

>>> clamp(5, 0, 3)
3
>>> clamp(-1, 0, 3)
0
"""
import doctest


def clamp(x, low, high):
    """Keep x within bounds.

    >>> [clamp(i, 2, 4) for i in range(6)]
    [2, 2, 2, 3, 4, 4]
    """
    return max(low, min(high, x))


if __name__ == "__main__":
    print(doctest.testmod())
