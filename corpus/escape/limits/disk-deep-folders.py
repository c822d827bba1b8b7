"""Fills the disk below more folders than a count may walk."""
import os
import time

for _ in range(140):
    os.mkdir("d")
    os.chdir("d")
for number in range(10):
    with open(f"f{number}", "wb") as out:
        out.write(b"x" * (4 << 20))
    time.sleep(0.15)
time.sleep(0.5)
print("ESCAPED")
