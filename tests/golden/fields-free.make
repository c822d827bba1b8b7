"""
Fields of records that could be another text than the class and its calls say,
each in a file of its own: one way to hide a call spoils all others of a file.
"""
import re

HEAD = """\
import argparse
import contextlib
import dataclasses
import functools
import logging
from dataclasses import InitVar, dataclass, field, replace
from types import SimpleNamespace
from typing import ClassVar, NamedTuple


def outside():
    return open("n").read()


"""
PARTS = """\
# 01: stored later
@dataclass
class C01:
    how01: str = "real"
x01 = C01()
x01.how01 = outside()
getattr(3, x01.how01)
# 02: handed over
@dataclass
class C02:
    name: str
    how02: str = "real"
for x02 in [C02("a"), C02("b", outside())]:
    getattr(3, x02.how02)
# 03: by keyword
@dataclass
class C03:
    how03: str = "real"
x03 = C03(how03=outside())
getattr(3, x03.how03)
# 04: by a function that is handed the class
@dataclass
class C04:
    how04: str = "real"
def f04(c, h):
    return c(h)
x04 = f04(C04, outside())
getattr(3, x04.how04)
C04("real")
# 05: by partial
@dataclass
class C05:
    how05: str = "real"
x05 = functools.partial(C05, outside())()
getattr(3, x05.how05)
# 06: the keywords of a partial
@dataclass
class C06:
    how06: str = "real"
p06 = functools.partial(C06, how06="real")
p06.keywords["how06"] = outside()
getattr(3, p06().how06)
# 07: by a dict
@dataclass
class C07:
    how07: str = "real"
x07 = C07(**{"how07": outside()})
getattr(3, x07.how07)
# 08: by a star
@dataclass
class C08:
    how08: str = "real"
x08 = C08(*[outside()])
getattr(3, x08.how08)
# 09: a ClassVar under another name moves the places
V09 = ClassVar
@dataclass
class C09:
    a09: V09[int] = 3
    how09: str = "real"
    b09: str = "imag"
x09 = C09(outside(), "imag")
getattr(3, x09.how09)
# 10: a field under a condition
@dataclass
class C10:
    if outside():
        a10: str = "x"
    how10: str = "real"
x10 = C10("x", outside())
getattr(3, x10.how10)
# 11: a method makes another
@dataclass
class C11:
    how11: str = "real"
    def go11(self):
        return getattr(3, self.how11)
    def more11(self):
        return type(self)(outside())
C11().more11().go11()
# 12: a classmethod
@dataclass
class C12:
    how12: str = "real"
    @classmethod
    def make12(cls):
        return cls(outside())
    def go12(self):
        return getattr(3, self.how12)
C12.make12().go12()
C12("imag").go12()
# 13: map gets the class
@dataclass
class C13:
    how13: str = "real"
    def go13(self):
        return getattr(3, self.how13)
for x13 in map(C13, [outside()]):
    x13.go13()
# 14: replaced
@dataclass
class C14:
    how14: str = "real"
    def go14(self):
        return getattr(3, self.how14)
replace(C14(), how14=outside()).go14()
# 15: __init__ once more
class C15:
    def __init__(self, how15):
        self.how15 = how15
x15 = C15("real")
x15.__init__(outside())
getattr(3, x15.how15)
# 16: of the base
class C16:
    def __init__(self, how16):
        self.how16 = how16
    def go16(self):
        return getattr(3, self.how16)
class D16(C16):
    def __init__(self):
        super().__init__(outside())
D16().go16()
# 17: by the name of the base
class C17:
    def __init__(self, how17):
        self.how17 = how17
    def go17(self):
        return getattr(3, self.how17)
class D17(C17):
    def __init__(self):
        C17.__init__(self, outside())
D17().go17()
# 18: through a sibling
class B18:
    def __init__(self, *a):
        super().__init__(outside())
class C18:
    def __init__(self, how18):
        self.how18 = how18
    def go18(self):
        return getattr(3, self.how18)
class D18(B18, C18):
    pass
D18().go18()
C18("real").go18()
# 19: a property
class C19:
    @property
    def how19(self):
        return outside()
getattr(3, C19().how19)
# 20: a tuple of names
class C20(NamedTuple):
    how20: str = "real"
getattr(3, C20(outside()).how20)
x20 = C20("real")._replace(how20=outside())
getattr(3, x20.how20)
# 21: a list of records grows
@dataclass
class C21:
    how21: str
class P21:
    def __init__(self, ops):
        self.ops21 = ops
    def run21(self):
        for op in self.ops21:
            getattr(3, op.how21)
p21 = P21([C21("real")])
p21.ops21.append(SimpleNamespace(how21=outside()))
p21.run21()
# 22: under another name
class P22:
    def __init__(self, ops):
        self.ops22 = ops
    def run22(self):
        for op in self.ops22:
            getattr(3, op)
p22 = P22(["real"])
q22 = p22.ops22
q22 += [outside()]
p22.run22()
# 23: while a loop's target
class C23:
    how23 = "real"
x23 = C23()
for x23.how23 in [outside()]:
    getattr(3, x23.how23)
[0 for x23.how23 in [outside()]]
# 24: of two classes, one says
class C24:
    how24 = "real"
class D24:
    def __init__(self):
        self.how24 = outside()
for x24 in [C24(), D24()]:
    getattr(3, x24.how24)
# 25: in the dict of the object
class C25:
    def __init__(self):
        self.how25 = "real"
x25 = C25()
x25.__dict__.update(how25=outside())
getattr(3, x25.how25)
# 26: a default that is made
@dataclass
class C26:
    how26: str = field(default_factory=outside)
    why26: str = field(default_factory=lambda: outside())
getattr(3, C26().how26)
getattr(3, C26().why26)
# 27: a class attribute of the class itself
class C27:
    how27 = "real"
C27.how27 = outside()
getattr(3, C27.how27)
getattr(3, C27().how27)
# 28: only by keyword
@dataclass(kw_only=True)
class B28:
    a28: str = "x"
@dataclass
class C28(B28):
    how28: str = "real"
x28 = C28(outside(), a28="y")
getattr(3, x28.how28)
# 29: a dict of a field is changed
@dataclass
class C29:
    table29: dict
x29 = C29({"a": "real"})
x29.table29["b"] = outside()
for k29 in x29.table29.values():
    getattr(3, k29)
# 30: twelve and more
def f30(a, b, c, d, e, f, g, h, i, j, k, name30="real"):
    return getattr(3, name30)
f30(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, outside())
# 31: an action of a parser
@dataclass
class C31:
    how31: str = "real"
x31 = C31()
p31 = argparse.ArgumentParser()
a31 = p31.add_argument("--how31")
a31(p31, x31, outside())
getattr(3, x31.how31)
# 32: parse_args into it
@dataclass
class C32:
    how32: str = "real"
x32 = C32()
p32 = argparse.ArgumentParser()
p32.add_argument("--how32")
p32.parse_args(["--how32", outside()], x32)
getattr(3, x32.how32)
# 33: update_wrapper
@dataclass
class C33:
    how33: str = "real"
x33 = C33()
functools.wraps(SimpleNamespace(how33=outside()))(x33)
getattr(3, x33.how33)
# 34: borrowed
@dataclass
class C34:
    formatter: str = "real"
x34 = C34()
logging.Handler.setFormatter(x34, outside())
getattr(3, x34.formatter)
# 35: setattr
class C35:
    def __init__(self):
        self.how35 = "real"
    def set35(self, k, v):
        setattr(self, k, v)
x35 = C35()
x35.set35("how35", outside())
getattr(3, x35.how35)
# 36: __setattr__
class C36:
    def __setattr__(self, k, v):
        super().__setattr__(k, outside())
x36 = C36()
x36.how36 = "real"
getattr(3, x36.how36)
# 37: __getattribute__
class C37:
    how37 = "real"
    def __getattribute__(self, k):
        return outside()
getattr(3, C37().how37)
# 38: a new one
class C38:
    how38 = "real"
    def __new__(cls):
        return SimpleNamespace(how38=outside())
getattr(3, C38().how38)
# 39: list in a field through two names
@dataclass
class C39:
    names39: list
L39 = ["real"]
x39 = C39(L39)
L39.append(outside())
for n39 in x39.names39:
    getattr(3, n39)
# 40: mutable through self alias
class C40:
    def __init__(self, names40):
        self.names40 = names40
        self.also40 = names40
    def add40(self):
        self.also40.append(outside())
    def go40(self):
        for n in self.names40:
            getattr(3, n)
C40(["real"]).go40()
# 41: metaclass
class M41(type):
    def __call__(cls, *a):
        return SimpleNamespace(how41=outside())
class C41(metaclass=M41):
    how41 = "real"
getattr(3, C41().how41)
# 42: class decorator
def d42(c):
    return SimpleNamespace
@d42
class C42:
    how42: str = "real"
getattr(3, C42(how42=outside()).how42)
# 43: other base
class C43(SimpleNamespace):
    how43 = "real"
getattr(3, C43(how43=outside()).how43)
# 44: __getattr__
class C44:
    def __getattr__(self, k):
        return outside()
class D44(C44):
    pass
def f44():
    D44.how44 = "real"
getattr(3, D44().how44)
# 45: match positions
@dataclass
class C45:
    how45: str = "real"
    other45: str = "x"
match C45("imag", outside()):
    case C45(a45, b45):
        getattr(3, b45)
# 46: the dict of a default factory
@dataclass
class C46:
    table46: dict = None
def f46(t):
    t["b"] = outside()
T46 = {"a": "real"}
x46 = C46(T46)
f46(T46)
getattr(3, x46.table46["a"])
for k46 in x46.table46.values():
    getattr(3, k46)
# 47: vars
class C47:
    def __init__(self):
        self.how47 = "real"
x47 = C47()
v47 = vars(x47)
v47["how47"] = outside()
getattr(3, x47.how47)
# 48: list of vars
class C48:
    def __init__(self):
        self.names48 = ["real"]
x48 = C48()
for v48 in vars(x48).values():
    v48.append(outside())
for n48 in x48.names48:
    getattr(3, n48)
# 49: class rebinding
@dataclass
class C49:
    how49: str = "real"
def f49():
    global C49
    C49 = SimpleNamespace
f49()
getattr(3, C49(how49=outside()).how49)
# 50: InitVar
@dataclass
class C50:
    a50: InitVar[str]
    how50: str = "real"
getattr(3, C50("x", outside()).how50)
# 51: string annotations
@dataclass
class C51:
    a51: "ClassVar[int]" = 3
    how51: str = "real"
    b51: str = "x"
getattr(3, C51(outside(), "x").how51)
# 52: two fields joined in f-string
@dataclass
class C52:
    a52: str = "__cla"
    b52: str = "ss__"
x52 = C52()
getattr(3, f"{x52.a52}{x52.b52}")
# 53: shown by context
class C53:
    def __enter__(self):
        return SimpleNamespace(how53=outside())
    def __exit__(self, *a):
        pass
    how53 = "real"
with C53() as x53:
    getattr(3, x53.how53)
# 54: await etc
class C54:
    how54 = "real"
    def __await__(self):
        yield
        return SimpleNamespace(how54=outside())
async def f54():
    x54 = await C54()
    getattr(3, x54.how54)
# 55: iter
class C55:
    how55 = "real"
    def __iter__(self):
        return iter([SimpleNamespace(how55=outside())])
for x55 in C55():
    getattr(3, x55.how55)
# 56: operator
class C56:
    how56 = "real"
    def __add__(self, o):
        return SimpleNamespace(how56=outside())
x56 = C56() + C56()
getattr(3, x56.how56)
x56 = C56()
x56 += 1
getattr(3, x56.how56)
# 57: del and class attr by setattr on class
class C57:
    def __init__(self):
        self.how57 = "real"
setattr(C57, "how" + "57", property(lambda s: outside()))
getattr(3, C57().how57)
# 58: star target
class C58:
    how58 = "real"
x58 = C58()
(x58.how58, y58) = (outside(), 1)
getattr(3, x58.how58)
# 59: with as
class C59:
    how59 = "real"
x59 = C59()
with open("n") as x59.how59:
    getattr(3, x59.how59)
# 60: super of a dataclass
@dataclass
class C60:
    how60: str = "real"
class D60(C60):
    def __init__(self):
        super().__init__(outside())
getattr(3, D60().how60)
"""

for part in re.split(r"(?m)^(?=# \d\d)", PARTS)[1:]:
    with open(part[2:4] + ".py", "w") as f:
        f.write(HEAD + part)
