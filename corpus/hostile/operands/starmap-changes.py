import json
import os

T = json.loads('"\\u0073ystem"')
import itertools
K = [[["getcwd"]], [["getpid"]]]
for _ in itertools.starmap(lambda r: r.append(T), K): pass
for r in K:
    for n in r[0]: x = getattr(os, n)
x("cat CANARY")
