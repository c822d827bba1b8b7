import numpy as np

actual = np.array([1, 0, 1, 1, 0, 0, 1, 0, 1, 1])
pred = np.array([1, 0, 0, 1, 0, 1, 1, 0, 1, 0])
m = np.zeros((2, 2), dtype=int)
for a, p in zip(actual, pred):
    m[a, p] += 1
tn, fp, fn, tp = m.ravel()
precision = tp / (tp + fp)
recall = tp / (tp + fn)
f1 = 2 * precision * recall / (precision + recall)
print(m)
print(f"precision={precision:.2f} recall={recall:.2f} f1={f1:.2f}")
