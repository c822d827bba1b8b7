from unittest.mock import patch
def g(h): return h("os.system")
g(patch)
