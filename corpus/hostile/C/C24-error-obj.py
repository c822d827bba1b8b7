obj = [1]
try:
    print("{0.nope.x}".format(obj))
except AttributeError as e:
    leak = e.obj
    print(leak)
