import numpy as np
np.genfromtxt("https://127.0.0.1:9/x.txt", delimiter=",")
