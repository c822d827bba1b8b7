n = 1
while n: n = 3 * n + 1
