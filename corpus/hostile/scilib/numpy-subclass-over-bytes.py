import numpy as np


class Bag(np.ndarray):
    pass


print(Bag((1,), object, bytearray(8))[0])
