import math
math.squrt(3)
