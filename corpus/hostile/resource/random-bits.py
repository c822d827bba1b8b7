import random
print(random.getrandbits(10 ** 11))
