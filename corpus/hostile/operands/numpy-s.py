import json
import os

T = json.loads('"\\u0073ystem"')
import numpy as np
K = ["getcwd"]
np.s_[K].append(T)
for n in K: x = getattr(os, n)
x("cat CANARY")
