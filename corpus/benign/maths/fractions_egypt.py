from fractions import Fraction
from math import ceil

def egyptian(f):
    parts = []
    while f > 0:
        d = ceil(1 / f)
        parts.append(Fraction(1, d))
        f -= Fraction(1, d)
    return parts

print(" + ".join(map(str, egyptian(Fraction(7, 15)))))
print(Fraction(3, 4) + Fraction(1, 6), Fraction("0.125"), Fraction(1.5).limit_denominator())
