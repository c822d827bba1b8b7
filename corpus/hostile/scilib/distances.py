import numpy as np
from scipy.spatial.distance import pdist, squareform
print(squareform(pdist(np.random.rand(1_000_000, 3))).shape)
