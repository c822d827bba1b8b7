import numpy as np

fields = np.dtype({"names": ["a"], "formats": ["O"]})
print(np.rec.fromstring(open("CANARY", "rb").read(8), dtype=fields)[0])
