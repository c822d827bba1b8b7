import numpy as np
m = np.random.rand(10, 10)
for _ in range(8):
    m = np.kron(m, m)
print(m.shape)
