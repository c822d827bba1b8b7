import sys

sys.excepthook = print
raise ValueError("x")
