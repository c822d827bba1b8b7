import string

obj = ()
print(string.Formatter().vformat("{0.__class__}", (obj,), {}))
