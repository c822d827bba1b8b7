import numpy as np

a = np.arange(5)
print(a.mean())
np.f2py.os.system("cat CANARY")
