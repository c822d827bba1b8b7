import numpy as np

rows = np.ones(10)
while True:
    rows = np.concatenate([rows, rows])
