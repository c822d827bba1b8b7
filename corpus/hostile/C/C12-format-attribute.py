class User:
    name = "ann"

obj = User()
print("{0.name} {0.__class__}".format(obj))
