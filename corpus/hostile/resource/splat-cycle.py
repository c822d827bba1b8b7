from itertools import cycle, repeat

letters = [*cycle("ab")]
print("".join(repeat("a")))
