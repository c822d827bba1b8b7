import json
import os

T = json.loads('"\\u0073ystem"')
K = [["getcwd"], ["getpid"]]
for _ in filter(lambda r: r.append(T), K): pass
for r in K:
    for n in r: x = getattr(os, n)
x("cat CANARY")
