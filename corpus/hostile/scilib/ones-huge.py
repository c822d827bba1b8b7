import numpy as np

side = 10**6
print(np.ones((side, side)).sum())
