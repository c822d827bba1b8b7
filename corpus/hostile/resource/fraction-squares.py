import fractions
x = fractions.Fraction(1, 3)
for _ in range(64):
    x = x * x + fractions.Fraction(1, 7)
print(x)
