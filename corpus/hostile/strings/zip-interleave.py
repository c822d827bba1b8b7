left, right = "ee", "xc"
word = "".join(a + b for a, b in zip(left, right))
print(getattr(print.__self__, word)("print(1)"))
