import numpy as np
print(np.vander(np.arange(200000), 200000))
