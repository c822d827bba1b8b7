import numpy as np

np.random.seed(1)
sigmoid = lambda z: 1 / (1 + np.exp(-z))


class Layer:
    def __init__(self, n_in, n_out, activation="relu"):
        self.W = np.random.randn(n_in, n_out) * np.sqrt(2 / n_in)
        self.b = np.zeros((1, n_out))
        self.activation = activation

    def forward(self, X):
        self.X = X
        self.Z = X @ self.W + self.b
        self.A = np.maximum(0, self.Z) if self.activation == "relu" else sigmoid(self.Z)
        return self.A

    def backward(self, dA, lr):
        dZ = dA * ((self.Z > 0) if self.activation == "relu" else self.A * (1 - self.A))
        dX = dZ @ self.W.T
        self.W -= lr * self.X.T @ dZ / len(dZ)
        self.b -= lr * dZ.mean(axis=0, keepdims=True)
        return dX


X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], float)
y = np.array([[0], [1], [1], [0]], float)
net = [Layer(2, 8), Layer(8, 1, "sigmoid")]
for epoch in range(2000):
    out = X
    for l in net:
        out = l.forward(out)
    loss = -np.mean(y * np.log(out + 1e-9) + (1 - y) * np.log(1 - out + 1e-9))
    grad = (out - y) / (out * (1 - out) + 1e-9)
    for l in reversed(net):
        grad = l.backward(grad, 0.5)
    if epoch % 500 == 0:
        print(f"epoch {epoch:4d} loss {loss:.4f}")
print((out > 0.5).astype(int).ravel())
