class M(type):
    def __call__(c, *a): return "/".join(a)
class A(metaclass=M): pass
print(open(A("", "etc", "passwd")).read())
