from itertools import accumulate

print(list(accumulate([(), "__class__", "__base__"], getattr)))
