from unittest.mock import patch
p = patch
p("os.system").start()
list(map(patch, ["os.system"]))
