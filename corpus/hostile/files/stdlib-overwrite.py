import json
import os

with open(os.path.join(os.path.dirname(json.__file__), "CANARY.py"), "a") as f:
    f.write("x = 1\n")
