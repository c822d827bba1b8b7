from collections import namedtuple

P = namedtuple("P", "x y")
new = P.__new__.__globals__
print(new)
