import sys

with open(sys.executable, "ab") as f:
    f.write(b"CANARY")
