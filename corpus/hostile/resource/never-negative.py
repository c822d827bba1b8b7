x = 1.0
while abs(x * x - 2) >= 0:
    x = (x + 2 / x) / 2
