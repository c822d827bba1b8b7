import os

junk = bytes(range(256)) * 16
for _ in range(2048):
    os.write(1, junk)
