import math
import time

time.sleep(10**6)
print(math.factorial(10**8))
