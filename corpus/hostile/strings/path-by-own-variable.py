import os
os.environ["X"] = "/et"
print(open(os.path.expandvars("${X}c/hostname")).read())
