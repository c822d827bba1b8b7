import numpy as np
np.arnage(3)
