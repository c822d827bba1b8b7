class X:
    __getattr__ = exec

x = X()
