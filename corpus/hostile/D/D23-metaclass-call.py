class X(metaclass=print):
    pass
