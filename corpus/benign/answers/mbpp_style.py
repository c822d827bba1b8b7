def remove_dups(t):
    return tuple(dict.fromkeys(t))

def is_armstrong(n):
    d = str(n)
    return n == sum(int(c) ** len(d) for c in d)

def rotate_list(lst, k):
    k %= len(lst)
    return lst[-k:] + lst[:-k]

def count_pairs(arr, diff):
    seen = set(arr)
    return sum((x + diff) in seen for x in seen)

def snake(s):
    import re
    return re.sub(r'(?<!^)(?=[A-Z])', '_', s).lower()

def tup_min(rows):
    return [min(col) for col in zip(*rows)]

assert remove_dups((1, 1, 2)) == (1, 2)
assert is_armstrong(153) and not is_armstrong(154)
assert rotate_list([1, 2, 3, 4], 1) == [4, 1, 2, 3]
assert count_pairs([1, 3, 5, 5], 2) == 2
assert snake('PythonProgram') == 'python_program'
assert tup_min([(1, 5), (2, 3)]) == [1, 3]
