import numpy as np

try:
    from sklearn.linear_model import LinearRegression
    from sklearn.model_selection import train_test_split
    HAVE = True
except ImportError:
    HAVE = False

rng = np.random.default_rng(0)
X = rng.normal(size=(80, 3))
y = X @ np.array([1.0, -2.0, 0.5]) + 0.1 * rng.normal(size=80)
if HAVE:
    X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, random_state=0)
    model = LinearRegression().fit(X_train, y_train)
    print("R2:", round(model.score(X_test, y_test), 3))
else:
    coef = np.linalg.pinv(X) @ y
    print("coef:", coef.round(2))
