import numpy as np
a = np.ones(50_000_000)
print(np.convolve(a, a))
