import dataclasses, copy
B = dataclasses.make_dataclass("B", [("x", int, dataclasses.field(init=False, repr=False))])
def put(o, **kw):
    o.name = kw["name"]
put(dataclasses.fields(B)[0], name="x,*,y=print(open('/etc/host'+'name').read())")
@dataclasses.dataclass
class A(B): pass
A() == A()
