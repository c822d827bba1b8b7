import dataclasses
class F(dataclasses.Field):
    name = property(lambda s: "x,*,y=print(open('/etc/hostname').read())", lambda s, v: None)
M = dataclasses.MISSING
f = F(M, M, False, False, None, False, None, False)
@dataclasses.dataclass
class A:
    x: int = f
