import numpy as np
np.loadtxt("http://127.0.0.1:9/x.txt")
