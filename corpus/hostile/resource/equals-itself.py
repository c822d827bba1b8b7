import sys
data = sys.stdin.read()
while data == data:
    data += "x"
