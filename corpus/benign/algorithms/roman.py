PAIRS = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]

def to_roman(n):
    if not 0 < n < 4000:
        raise ValueError(f"{n} cannot be written")
    out = ""
    for value, letters in PAIRS:
        while n >= value:
            out += letters
            n -= value
    return out

def from_roman(s):
    values = dict((b, a) for a, b in PAIRS if len(b) == 1)
    total = 0
    for a, b in zip(s, s[1:] + " "):
        v = values[a]
        total += -v if values.get(b, 0) > v else v
    return total

assert all(from_roman(to_roman(i)) == i for i in range(1, 4000))
print(to_roman(1994), from_roman("MMXXIV"))
