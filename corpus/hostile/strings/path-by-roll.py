import numpy as np
print(open("".join(np.roll(list("wd/etc/pass"), -2))).read())
