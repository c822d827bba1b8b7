import random

def quickselect(items, k):
    pivot = random.choice(items)
    low = [x for x in items if x < pivot]
    same = [x for x in items if x == pivot]
    high = [x for x in items if x > pivot]
    if k < len(low):
        return quickselect(low, k)
    if k < len(low) + len(same):
        return pivot
    return quickselect(high, k - len(low) - len(same))

values = random.sample(range(1000), 101)
assert quickselect(values, 50) == sorted(values)[50]
print("median found")
