import numpy as np

scores = np.array([[80, 90, 70], [60, 75, 95]], dtype=float)
weights = np.array([0.2, 0.3, 0.5])
print(np.average(scores, axis=1, weights=weights))
print((scores * weights).sum(axis=1))
ranks = scores.argsort(axis=1).argsort(axis=1)
print(ranks)
mask = scores > 72
print(scores[mask], np.where(mask, scores, 0))
