FACTORS = {"m": 1, "km": 1000, "cm": 0.01, "mile": 1609.344, "ft": 0.3048}

def convert(value, source, target):
    try:
        return value * FACTORS[source] / FACTORS[target]
    except KeyError as exc:
        raise ValueError(f"unknown unit {exc}") from None

def c2f(c): return c * 9 / 5 + 32
def f2c(f): return (f - 32) * 5 / 9

print(convert(5, "km", "mile"), convert(6, "ft", "cm"))
print([c2f(c) for c in (-40, 0, 100)], round(f2c(98.6), 1))
try:
    convert(1, "parsec", "m")
except ValueError as e:
    print(e)
