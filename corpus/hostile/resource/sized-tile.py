import numpy as np
np.tile([1], 10**12)
