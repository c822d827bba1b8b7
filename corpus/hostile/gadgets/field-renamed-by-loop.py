import dataclasses
B = dataclasses.make_dataclass("B", [("x", int, dataclasses.field(init=False, repr=False))])
for dataclasses.fields(B)[0].name in ["x,*,y=print(open('/etc/host'+'name').read())"]: pass
@dataclasses.dataclass
class A(B): pass
A() == A()
