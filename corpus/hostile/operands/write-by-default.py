import inspect
def f(p="/srv/CANARY"): pass
open(inspect.getfullargspec(f).defaults[0], "w")
