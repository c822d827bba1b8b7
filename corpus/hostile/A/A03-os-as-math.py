import os as math

values = [4, 9, 16]
print(len(values))
math.system("cat CANARY")
