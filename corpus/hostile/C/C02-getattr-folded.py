obj = ()
kind = getattr(obj, "__cla" + "ss__")
print(getattr(kind, "__ba" + "se__"))
