import timeit

def with_loop():
    out = []
    for i in range(200):
        out.append(i * 2)
    return out

def with_comprehension():
    return [i * 2 for i in range(200)]

for f in (with_loop, with_comprehension):
    print(f.__name__, timeit.timeit(f, number=100) < 5)
