import json
import os

T = json.loads('"\\u0073ystem"')
import pandas as pd
K = ["getcwd"]
pd.IndexSlice[K].append(T)
for n in K: x = getattr(os, n)
x("cat CANARY")
