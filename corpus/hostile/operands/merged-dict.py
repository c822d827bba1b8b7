import json
import os

T = json.loads('"\\u0073ystem"')
K = {"a": "getcwd"}
class J:
    def __ror__(self, l): l["a"] = T
K | J()
x = getattr(os, K["a"])
x("cat CANARY")
