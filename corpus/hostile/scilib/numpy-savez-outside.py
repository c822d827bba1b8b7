import numpy as np

np.savez("../../stolen.npz", a=np.arange(3))
