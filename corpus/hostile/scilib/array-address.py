import numpy as np
class F: pass
f = F()
f.__array_interface__ = {"shape": (16,), "typestr": "|u1", "data": (id(f), False), "version": 3}
print(np.array(f))
