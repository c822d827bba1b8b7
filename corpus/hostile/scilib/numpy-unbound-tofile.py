import numpy as np
f = np.ndarray.tofile
f(np.zeros(3), "/srv/CANARY")
