import numpy as np

def sigmoid(z):
    return 1.0 / (1.0 + np.exp(-z))

def train(X, y, lr=0.1, epochs=500):
    w = np.zeros(X.shape[1])
    b = 0.0
    for _ in range(epochs):
        p = sigmoid(X @ w + b)
        grad = X.T @ (p - y) / len(y)
        w -= lr * grad
        b -= lr * (p - y).mean()
    return w, b

rng = np.random.default_rng(2)
X = np.vstack([rng.normal(-1, 1, (100, 2)), rng.normal(1.5, 1, (100, 2))])
y = np.r_[np.zeros(100), np.ones(100)]
w, b = train(X, y)
acc = ((sigmoid(X @ w + b) > 0.5) == y).mean()
print("accuracy", round(float(acc), 3))
