from itertools import starmap

print(list(starmap(getattr, [(print, "__self__")])))
