import sklearn.datasets
X, y = sklearn.datasets.make_blobs(n_samples=10 ** 10, centers=5)
print(X.shape)
