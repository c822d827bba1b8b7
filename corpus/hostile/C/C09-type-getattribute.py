bases = type.__getattribute__(int, "__bases__")
print(bases[0])
