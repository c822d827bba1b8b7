import sys

line = "x" * 1023 + "\n"
for _ in range(8192):
    sys.stdout.write(line)
