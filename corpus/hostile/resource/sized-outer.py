import numpy as np
np.outer(np.ones(10**6), np.arange(10**6))
