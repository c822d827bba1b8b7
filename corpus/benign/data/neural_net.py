import numpy as np

class Net:
    def __init__(self, sizes, seed=1):
        rng = np.random.default_rng(seed)
        self.w = [rng.normal(0, 1, (a, b)) for a, b in zip(sizes, sizes[1:])]
        self.b = [np.zeros(b) for b in sizes[1:]]

    def forward(self, x):
        self.a = [x]
        for w, b in zip(self.w, self.b):
            x = 1 / (1 + np.exp(-(x @ w + b)))
            self.a.append(x)
        return x

    def backward(self, y, lr):
        delta = (self.a[-1] - y) * self.a[-1] * (1 - self.a[-1])
        for i in reversed(range(len(self.w))):
            gw, gb = self.a[i].T @ delta, delta.sum(axis=0)
            delta = delta @ self.w[i].T * self.a[i] * (1 - self.a[i])
            self.w[i] -= lr * gw
            self.b[i] -= lr * gb

X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=float)
y = np.array([[0], [1], [1], [0]], dtype=float)
net = Net([2, 4, 1])
for _ in range(4000):
    net.forward(X)
    net.backward(y, 1.0)
print(net.forward(X).round().ravel())
