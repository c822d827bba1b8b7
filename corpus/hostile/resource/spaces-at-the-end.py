import re
print(re.search(r"\s+$", " " * 10_000_000 + "x"))
