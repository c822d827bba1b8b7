import platform
import sys

print(sys.version_info[:2] >= (3, 8), sys.byteorder, sys.getrecursionlimit() > 100)
print(platform.python_implementation(), bool(platform.system()))
print(sys.float_info.epsilon < 1e-10, sys.getsizeof([]) > 0)
print("warning: nothing", file=sys.stderr)
