import string

obj = ()
real, _ = string.Formatter().get_field("0.__class__", (obj,), {})
print(real.__base__)
