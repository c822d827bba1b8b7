def fill(n):
    return [0] * n
fill(10**13)
