class X(Exception):
    __init__ = exec

try:
    raise X
except Exception:
    pass
