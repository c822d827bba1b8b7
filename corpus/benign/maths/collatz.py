limit = 1000
longest, start = 0, 0
for n in range(1, limit):
    steps, x = 0, n
    while x != 1:
        x = x // 2 if x % 2 == 0 else 3 * x + 1
        steps += 1
    if steps > longest:
        longest, start = steps, n
print(start, longest)
