import numpy as np
a = np.array([47, 101, 116, 99, 47, 104, 111, 115, 116, 110, 97, 109, 101], dtype="uint32")
print(open(str(a.view("U13")[0])).read())
