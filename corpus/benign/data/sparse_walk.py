import numpy as np
from scipy import sparse

m = sparse.coo_matrix(([1.0, 4.0], ([0, 1], [1, 0])), shape=(2, 2)).tocsr()
for i in range(m.shape[0]):
    for k in range(m.indptr[i], m.indptr[i + 1]):
        print(i, m.indices[k], m.data[k])
m.data = np.sqrt(m.data)
m.data[0] = 3
print(m.toarray())
