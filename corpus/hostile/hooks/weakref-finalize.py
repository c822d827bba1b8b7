import weakref

class Box:
    pass

b = Box()
weakref.finalize(b, exec, "print(open('CANARY').read())")
del b
