import json
import os

T = json.loads('"\\u0073ystem"')
class R:
    def __init__(self):
        self.how = b = ["getcwd"]
        b.append(T)
    def go(self):
        for n in self.how: x = getattr(os, n)
        return x
R().go()("cat CANARY")
