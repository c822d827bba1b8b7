import numpy as np

run = np.frompyfunc(exec, 1, 1)
run("print(1)")
