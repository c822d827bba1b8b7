"""Fit a model, and save it beside its scores."""
import joblib
import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score

rng = np.random.default_rng(0)
X = rng.normal(size=(120, 3))
y = (X[:, 0] + 0.2 * rng.normal(size=120) > 0).astype(int)
model = LogisticRegression().fit(X, y)
print(cross_val_score(model, X, y, cv=3).round(2))
joblib.dump(model, "model.joblib")
