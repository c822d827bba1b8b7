from unittest.mock import patch
@patch("os.system")
def f(m): pass
