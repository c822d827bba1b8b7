import cmath
import math

def solve(a, b, c):
    d = b * b - 4 * a * c
    root = math.sqrt(d) if d >= 0 else cmath.sqrt(d)
    return (-b + root) / (2 * a), (-b - root) / (2 * a)

for coefficients in [(1, -3, 2), (1, 2, 1), (1, 0, 4)]:
    print(coefficients, solve(*coefficients))
