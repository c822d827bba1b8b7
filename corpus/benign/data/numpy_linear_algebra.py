import numpy as np
from numpy.linalg import norm, qr, cholesky, matrix_rank, inv

A = np.array([[2., 1, 0], [1, 3, 1], [0, 1, 4]])
q, r = qr(A)
L = cholesky(A)
print(np.allclose(q @ r, A), np.allclose(L @ L.T, A), matrix_rank(A), norm(A).round(3))
print(inv(A).round(3))
w, v = np.linalg.eigh(A)
print(w.round(3), np.trace(A), np.kron(np.eye(2), [[1, 2]]).astype(int))
print(np.dot([1, 2], [3, 4]), np.outer([1, 2], [3, 4]), np.cross([1, 0, 0], [0, 1, 0]))
print(np.triu(A).astype(int), np.diag(A), np.linalg.matrix_power(A, 2)[0])
