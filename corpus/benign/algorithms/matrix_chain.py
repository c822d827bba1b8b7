def matrix_chain(dims):
    n = len(dims) - 1
    cost = [[0] * n for _ in range(n)]
    split = [[0] * n for _ in range(n)]
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            cost[i][j], split[i][j] = min(
                (cost[i][k] + cost[k + 1][j] + dims[i] * dims[k + 1] * dims[j + 1], k) for k in range(i, j))
    def show(i, j):
        if i == j:
            return f"M{i}"
        k = split[i][j]
        return f"({show(i, k)} {show(k + 1, j)})"
    return cost[0][-1], show(0, n - 1)

print(matrix_chain([40, 20, 30, 10, 30]))
