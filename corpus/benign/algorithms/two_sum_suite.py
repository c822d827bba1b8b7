from typing import List, Optional, Tuple


def two_sum(nums: List[int], target: int) -> Optional[Tuple[int, int]]:
    """Return the indices of the two numbers that add up to target.

    >>> two_sum([2, 7, 11, 15], 9)
    (0, 1)
    """
    seen = {}
    for i, n in enumerate(nums):
        if target - n in seen:
            return seen[target - n], i
        seen[n] = i
    return None


def max_subarray(nums: List[int]) -> int:
    best = current = nums[0]
    for n in nums[1:]:
        current = max(n, current + n)
        best = max(best, current)
    return best


def is_palindrome(s: str) -> bool:
    t = [c.lower() for c in s if c.isalnum()]
    return t == t[::-1]


def valid_parentheses(s: str) -> bool:
    pairs = {")": "(", "]": "[", "}": "{"}
    stack = []
    for c in s:
        if c in pairs:
            if not stack or stack.pop() != pairs[c]:
                return False
        else:
            stack.append(c)
    return not stack


assert two_sum([3, 2, 4], 6) == (1, 2)
assert two_sum([1], 2) is None
assert max_subarray([-2, 1, -3, 4, -1, 2, 1, -5, 4]) == 6
assert is_palindrome("A man, a plan, a canal: Panama")
assert valid_parentheses("{[]()}") and not valid_parentheses("(]")
print("all tests passed")
