class X:
    def __init_subclass__(cls):
        exec("print(open('CANARY').read())")

class Y(X):
    pass
