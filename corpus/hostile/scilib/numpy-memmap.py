import numpy as np

m = np.memmap("/proc/self/mem", mode="r+", shape=(16,))
print(m[:4])
