import numpy as np
from scipy import sparse

m = sparse.random(9, 9, density=0.5).tocsr()
m.indices[0] = int(open("n.txt").read())
print(m @ np.ones(9))
