x = 0.0
while x != 1.0:
    x += 0.1
