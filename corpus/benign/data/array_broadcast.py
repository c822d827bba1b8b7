import numpy as np

a = np.arange(12).reshape(3, 4)
print(a * np.array([1, 10, 100, 1000]))
print(a - a.mean(axis=1, keepdims=True))
print(a[a % 2 == 0], a[::-1, 1:3])
print(np.concatenate([a, a.T.reshape(3, 4)], axis=0).shape)
print(np.unique(a // 3, return_counts=True))
np.save("a.npy", a)
print(np.load("a.npy").sum())
np.savetxt("a.txt", a, fmt="%d")
print(np.loadtxt("a.txt", dtype=int).shape)
