import math

def trapezoid(f, a, b, n=1000):
    h = (b - a) / n
    return h * (0.5 * (f(a) + f(b)) + sum(f(a + i * h) for i in range(1, n)))

def simpson(f, a, b, n=100):
    h = (b - a) / n
    total = f(a) + f(b)
    for i in range(1, n):
        total += (4 if i % 2 else 2) * f(a + i * h)
    return total * h / 3

print(trapezoid(math.sin, 0, math.pi))
print(simpson(lambda x: x ** 2, 0, 3))
print(simpson(math.exp, 0, 1) - (math.e - 1))
