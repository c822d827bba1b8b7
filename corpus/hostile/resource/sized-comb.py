import math
print(math.comb(10**8, 5 * 10**7))
