def magic(n):
    assert n % 2, "odd only"
    sq = [[0] * n for _ in range(n)]
    i, j = 0, n // 2
    for k in range(1, n * n + 1):
        sq[i][j] = k
        a, b = (i - 1) % n, (j + 1) % n
        if sq[a][b]:
            a, b = (i + 1) % n, j
        i, j = a, b
    return sq

s = magic(5)
for row in s:
    print(*[f"{x:3d}" for x in row])
assert len({sum(r) for r in s} | {sum(c) for c in zip(*s)}) == 1
