import numpy as np

print(np.vectorize(eval)(np.array(["1 + 1"])))
