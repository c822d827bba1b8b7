from itertools import groupby
import re

def encode(s):
    return "".join(f"{len(list(g))}{c}" for c, g in groupby(s))

def decode(s):
    return "".join(c * int(n) for n, c in re.findall(r"(\d+)(\D)", s))

s = "WWWWBBBWWC"
assert decode(encode(s)) == s
print(encode(s))
