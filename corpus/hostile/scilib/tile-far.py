import numpy as np
base = np.random.rand(1000)
big = np.tile(base, (10000, 10000))
print(big.shape)
