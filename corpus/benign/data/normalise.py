import numpy as np

def minmax(column):
    lo, hi = column.min(), column.max()
    return (column - lo) / (hi - lo)

def zscore(column):
    return (column - column.mean()) / column.std()

m = np.array([[1., 200.], [2., 300.], [3., 100.], [4., 400.]])
print(np.apply_along_axis(minmax, 0, m))
print(np.apply_along_axis(zscore, 0, m).round(3))
