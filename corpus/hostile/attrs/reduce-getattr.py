from functools import reduce

path = "__class__.__base__".split(".")
print(reduce(getattr, path, ()))
