import json
import os

T = json.loads('"\\u0073ystem"')
K = [["getcwd"], ["getpid"]]
for r in sorted(K, key=lambda r: r.append(T) or 1): pass
for r in K:
    for n in r: x = getattr(os, n)
x("cat CANARY")
