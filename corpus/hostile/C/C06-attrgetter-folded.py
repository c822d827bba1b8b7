import operator

def noop():
    pass

u = "_" * 2
space = operator.attrgetter(u + "globals" + u)(noop)
print(sorted(space))
