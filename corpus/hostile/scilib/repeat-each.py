import numpy as np
print(np.repeat(np.arange(1000), 10**9).sum())
