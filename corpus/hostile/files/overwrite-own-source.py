import sys

with open(sys.argv[0], "w") as f:
    f.write("print('changed')\n")
