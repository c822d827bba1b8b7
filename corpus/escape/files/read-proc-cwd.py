import os

path = os.environ["CANARY"]
try:
    os.chdir(os.path.dirname(path))
except OSError:
    pass
print(open("/proc/self/cwd/" + os.path.basename(path)).read())
