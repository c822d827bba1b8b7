import random
from collections import Counter

random.seed(10)
rolls = Counter(random.randint(1, 6) + random.randint(1, 6) for _ in range(5000))
for total in range(2, 13):
    print(f"{total:2d} {rolls[total]:5d} {'#' * (rolls[total] // 25)}")
