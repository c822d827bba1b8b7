from math import gcd, isqrt, comb, factorial

def lcm(*ns):
    r = 1
    for n in ns:
        r = r * n // gcd(r, n)
    return r

def egcd(a, b):
    if b == 0:
        return a, 1, 0
    g, x, y = egcd(b, a % b)
    return g, y, x - a // b * y

def modinv(a, m):
    g, x, _ = egcd(a, m)
    if g != 1:
        raise ValueError("no inverse")
    return x % m

assert modinv(3, 11) * 3 % 11 == 1
assert pow(3, -1, 11) == modinv(3, 11)
print(lcm(4, 6, 10), isqrt(99), comb(10, 3), factorial(10))
