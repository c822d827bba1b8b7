def average(xs):
    total = sum(xs)
    breakpoint()
    return total / len(xs)

print(average([1, 2, 3]))
