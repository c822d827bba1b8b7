import numpy as np


def f(dtype):
    if not isinstance(dtype, np.dtype):
        dtype = np.dtype(dtype)
    return np.array([1], dtype=dtype)
