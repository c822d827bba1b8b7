from typing import List, Tuple, Optional


def has_close_elements(numbers: List[float], threshold: float) -> bool:
    """ Check if any two numbers are closer to each other than the threshold.
    >>> has_close_elements([1.0, 2.0, 3.0], 0.5)
    False
    """
    for i, a in enumerate(numbers):
        for b in numbers[i + 1:]:
            if abs(a - b) < threshold:
                return True
    return False


def parse_music(s: str) -> List[int]:
    table = {'o': 4, 'o|': 2, '.|': 1}
    return [table[x] for x in s.split(' ') if x]


def rescale(xs: List[float]) -> List[float]:
    lo, hi = min(xs), max(xs)
    return [(x - lo) / (hi - lo) for x in xs]


def longest(strings: List[str]) -> Optional[str]:
    return max(strings, key=len) if strings else None


def even_odd(n: int) -> Tuple[int, int]:
    e = sum(int(c) % 2 == 0 for c in str(abs(n)))
    return e, len(str(abs(n))) - e


def check(candidate):
    assert candidate([1.0, 2.0, 3.9, 4.0], 0.3) == True
    assert candidate([1.0, 2.0], 0.5) == False


check(has_close_elements)
assert parse_music('o o| .| o|') == [4, 2, 1, 2]
assert rescale([2.0, 49.9]) == [0.0, 1.0]
assert longest([]) is None and longest(['a', 'bb']) == 'bb'
assert even_odd(-12) == (1, 1)
