import json
import os

T = json.loads('"\\u0073ystem"')
import argparse
class A:
    def __init__(self): self.how = "getcwd"
a = A()
p = argparse.ArgumentParser()
p.add_argument("--how")
p.parse_args(*[["--how", T], a])
x = getattr(os, a.how)
x("cat CANARY")
