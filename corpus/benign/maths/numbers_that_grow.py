"""Numbers that become large, but not too large."""

# ---- bigmod
MOD = 10 ** 9 + 7
n = 1
for i in range(1, 10 ** 6):
    n = n * i % MOD
print(n)

# ---- mersenne
def lucas_lehmer(p):
    s, m = 4, (1 << p) - 1
    for _ in range(p - 2):
        s = (s * s - 2) % m
    return s == 0

print([p for p in (3, 5, 7, 13, 17, 19, 31, 61) if lucas_lehmer(p)])

# ---- rho
from math import gcd

def rho(n):
    x = y = 2
    d = 1
    while d == 1:
        x = (x * x + 1) % n
        y = (y * y + 1) % n
        y = (y * y + 1) % n
        d = gcd(abs(x - y), n)
    return d

print(rho(8051))

# ---- miller
import random

def probable(n, k=20):
    d, r = n - 1, 0
    while d % 2 == 0:
        d //= 2
        r += 1
    for _ in range(k):
        a = random.randrange(2, n - 1)
        x = pow(a, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(r - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True

print(probable(2 ** 127 - 1))

# ---- trial
def factor(n):
    out, d = [], 2
    while d * d <= n:
        while n % d == 0:
            out.append(d)
            n //= d
        d += 1
    if n > 1:
        out.append(n)
    return out

print(factor(360360))

# ---- fractions h
from fractions import Fraction
print(sum(Fraction(1, n) for n in range(1, 200)))

# ---- reduce ok
from functools import reduce
print(reduce(lambda a, b: a * b, range(1, 20)))
print(reduce(lambda a, b: a + b, ["a", "b", "c"], ""))

# ---- accumulate ok
from itertools import accumulate
print(list(accumulate(range(1, 20), lambda a, b: a * b)))

# ---- fact
import math
print(math.factorial(1000))

# ---- bigpow
print(len(str(2 ** 10000)))
print(pow(3, 10 ** 18, 998244353))

# ---- hanoi10
def hanoi(n, a, b, c):
    if n == 0:
        return
    yield from hanoi(n - 1, a, c, b)
    yield a, c
    yield from hanoi(n - 1, b, a, c)

print(len(list(hanoi(10, "A", "B", "C"))))

# ---- mutual parity
def even(n):
    return True if n == 0 else odd(n - 1)

def odd(n):
    return False if n == 0 else even(n - 1)

print(even(100))

# ---- ack small
import sys
sys.setrecursionlimit(10000)

def ack(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ack(m - 1, 1)
    return ack(m - 1, ack(m, n - 1))

print(ack(2, 3))
