import numpy as np

a = np.arange(4)
v = a[1:]
a.resize(1 << 20, refcheck=False)
v[0] = 1
