import fractions
print(sum(fractions.Fraction(1, n) for n in range(1, 10 ** 8)))
