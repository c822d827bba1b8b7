import json
import os

T = json.loads('"\\u0073ystem"')
class A:
    l = ("getcwd",)
    def go(self):
        for n in self.l: x = getattr(os, n)
        return x
A.l += (T,)
A().go()("cat CANARY")
