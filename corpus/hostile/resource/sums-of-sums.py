n = 5000
A = [[1] * n for _ in range(n)]
B = [[2] * n for _ in range(n)]
C = [[sum(A[i][k] * B[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
