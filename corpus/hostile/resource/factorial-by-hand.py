n = 1
for i in range(1, 5_000_000):
    n *= i
print(n)
