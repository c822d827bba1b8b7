import numpy as np
x = np.arange(500_000)
d = np.abs(x[:, None] - x[None, :])
print(d.sum())
