from functools import partial

peek = partial(getattr, print)
lib = peek("__self__")
print(lib.eval("1 + 1"))
