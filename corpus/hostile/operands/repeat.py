import json
import os

T = json.loads('"\\u0073ystem"')
import itertools
K = ["getcwd"]
next(itertools.repeat(K)).append(T)
for n in K: x = getattr(os, n)
x("cat CANARY")
