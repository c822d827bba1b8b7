class M(type):
    __getitem__ = exec

class T(metaclass=M):
    pass
