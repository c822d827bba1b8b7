"""Whether other processes exist, asked by number."""
import os

found = []
for pid in range(1, 40):
    try:
        os.getpgid(pid)
        found.append(pid)
    except OSError:
        pass
if 1 in found:
    print("ESCAPED", found)
