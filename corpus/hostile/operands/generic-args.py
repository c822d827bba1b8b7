import json
import os

T = json.loads('"\\u0073ystem"')
K = ["getcwd"]
list[K].__args__[0].append(T)
for n in K: x = getattr(os, n)
x("cat CANARY")
