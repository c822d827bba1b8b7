import numpy as np

a = np.load("x.npy", allow_pickle=True)
print(a.shape)
