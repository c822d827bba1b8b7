x = 2
for _ in range(60): x = x ** 2
