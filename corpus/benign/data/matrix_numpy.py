import numpy as np

A = np.array([[4.0, 2.0], [1.0, 3.0]])
b = np.array([10.0, 8.0])
x = np.linalg.solve(A, b)
print("solution", x)
print("check", np.allclose(A @ x, b))
vals, vecs = np.linalg.eig(A)
print("eigenvalues", np.sort(vals))
print("det", round(np.linalg.det(A), 6), "inv\n", np.linalg.inv(A))
