import copy
x = [0]
for _ in range(100):
    x = [x, copy.deepcopy(x)]
