f = "{0.__class__}".format
items = [1, "a"]
print([f(i) for i in items])
