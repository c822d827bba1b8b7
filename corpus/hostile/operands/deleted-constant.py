import json
import os

T = json.loads('"\\u0073ystem"')
class A:
    l = ("getcwd",)
    def go(self):
        for n in self.l: x = getattr(os, n)
        return x
    def __getattr__(self, n): return (T,)
del A.l
A().go()("cat CANARY")
