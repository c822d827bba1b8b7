def permutations(items):
    if not items:
        return [[]]
    result = []
    for i, x in enumerate(items):
        for rest in permutations(items[:i] + items[i + 1:]):
            result.append([x] + rest)
    return result

def subsets(items):
    result = [[]]
    for x in items:
        result += [s + [x] for s in result]
    return result

assert len(permutations([1, 2, 3, 4])) == 24
assert len(subsets("abcd")) == 16
print(permutations([1, 2, 3]))
