with open("numpy.py", "w") as f:
    f.write("print(open('CANARY').read())\n")
import numpy
