import os

for _ in range(2048):
    os.write(2, b"y" * 4096)
