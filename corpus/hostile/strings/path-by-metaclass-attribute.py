class M(type):
    def __getattr__(c, n): return "/" + n
class A(metaclass=M): pass
print(open(A.etc + A.passwd).read())
