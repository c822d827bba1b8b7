import numpy as np

print(np.loadtxt("/proc/self/environ", dtype=str, delimiter="\0"))
