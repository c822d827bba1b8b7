import sklearn.datasets
import sklearn.ensemble
X, y = sklearn.datasets.make_classification(n_samples=100000, n_features=200)
sklearn.ensemble.RandomForestClassifier(n_estimators=10_000_000).fit(X, y)
