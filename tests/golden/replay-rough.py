# 0.1 ten times is not 1.0, and what has passed it does not come back.
def euler(f, y, end, h):
    t = 0.0
    while t != end:
        y += h * f(t, y)
        t += h
    return y


print(euler(lambda t, y: -2 * y, 1.0, 1.0, 0.1))
