from collections import defaultdict

d = defaultdict(breakpoint)
d["x"]
