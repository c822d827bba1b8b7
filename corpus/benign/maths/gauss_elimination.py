def gauss(a, b):
    n = len(a)
    m = [row[:] + [v] for row, v in zip(a, b)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(m[r][i]))
        m[i], m[pivot] = m[pivot], m[i]
        for r in range(i + 1, n):
            k = m[r][i] / m[i][i]
            for c in range(i, n + 1):
                m[r][c] -= k * m[i][c]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (m[i][n] - sum(m[i][j] * x[j] for j in range(i + 1, n))) / m[i][i]
    return x

print([round(v, 6) for v in gauss([[2, 1, -1], [-3, -1, 2], [-2, 1, 2]], [8, -11, -3])])
