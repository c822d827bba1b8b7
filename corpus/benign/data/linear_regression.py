import numpy as np


class LinearRegression:
    """Ordinary least squares."""

    def __init__(self):
        self.coef_ = None
        self.intercept_ = None

    def fit(self, X, y):
        A = np.column_stack([np.ones(len(X)), X])
        beta, *_ = np.linalg.lstsq(A, y, rcond=None)
        self.intercept_, self.coef_ = beta[0], beta[1:]
        return self

    def predict(self, X):
        return X @ self.coef_ + self.intercept_

    def score(self, X, y):
        residual = ((y - self.predict(X)) ** 2).sum()
        total = ((y - y.mean()) ** 2).sum()
        return 1 - residual / total


rng = np.random.default_rng(1)
X = rng.uniform(0, 10, size=(100, 2))
y = 3 * X[:, 0] - 2 * X[:, 1] + 5 + rng.normal(0, 0.5, 100)
model = LinearRegression().fit(X, y)
print(model.coef_.round(2), round(float(model.intercept_), 2))
print("R2", round(float(model.score(X, y)), 4))
