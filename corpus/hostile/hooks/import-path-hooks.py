import sys

sys.path_hooks.append(lambda path: print(path))
