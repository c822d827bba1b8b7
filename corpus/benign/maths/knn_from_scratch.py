import numpy as np
from collections import Counter


class KNN:
    def __init__(self, k=3, metric="euclidean"):
        self.k = k
        self.metric = metric
        self._dist = {"euclidean": self._euclid, "manhattan": self._manhattan}[metric]

    def fit(self, X, y):
        self.X_, self.y_ = np.asarray(X), np.asarray(y)
        return self

    @staticmethod
    def _euclid(a, b):
        return np.sqrt(((a - b) ** 2).sum(axis=1))

    @staticmethod
    def _manhattan(a, b):
        return np.abs(a - b).sum(axis=1)

    def predict(self, X):
        return np.array([self._one(x) for x in np.atleast_2d(X)])

    def _one(self, x):
        idx = np.argpartition(self._dist(self.X_, x), self.k)[: self.k]
        return Counter(self.y_[idx]).most_common(1)[0][0]

    def score(self, X, y):
        return (self.predict(X) == y).mean()

    def get_params(self):
        return {p: getattr(self, p) for p in ["k", "metric"]}

    def set_params(self, **params):
        for key, value in params.items():
            setattr(self, key, value)
        return self


rng = np.random.default_rng(0)
X = np.vstack([rng.normal(0, 1, (50, 2)), rng.normal(4, 1, (50, 2))])
y = np.repeat([0, 1], 50)
for metric in ("euclidean", "manhattan"):
    m = KNN(5, metric).fit(X, y)
    print(metric, m.score(X, y) > 0.9, m.set_params(k=3).get_params())
