"""What is taken out of tables, options and namespaces, and could be another."""
import re

HEAD = """\
import argparse
import functools
import pandas as pd
from dataclasses import dataclass, fields


def outside():
    return open("n").read()


"""
PARTS = """\
# 01: a default that is changed through the option
A01 = ["real"]
p01 = argparse.ArgumentParser()
p01.add_argument("--how01", nargs="+", choices=["real", "imag"], default=A01)
a01 = p01.parse_args()
a01.how01.append(outside())
for x in a01.how01:
    getattr(3, x)
# 02: through the table
A02 = ["real"]
p02 = argparse.ArgumentParser()
p02.add_argument("--how02", nargs="+", choices=["real", "imag"], default=A02)
A02.append(outside())
a02 = p02.parse_args()
for x in a02.how02:
    getattr(3, x)
# 03: of get
A03 = {"a": "real"}
A03["b"] = outside()
getattr(3, A03.get("b", "imag"))
# 04: the other one
A04 = {"a": "real"}
getattr(3, A04.get("b", outside()))
# 05: a method that returns more
class C05:
    def how05(self):
        if self:
            return outside()
        return "real"
getattr(3, C05().how05())
# 06: a method of another class
class C06:
    def how06(self):
        return "real"
class D06:
    def __init__(self):
        self.how06 = outside
c06 = C06()
getattr(3, c06.how06())
# 07: overridden
class C07:
    def how07(self):
        return "real"
    def go07(self):
        return getattr(3, self.how07())
class D07(C07):
    how07 = lambda self: outside()
D07().go07()
# 08: the largest of what is read
getattr(3, max([outside(), "real"], key=len))
getattr(3, next(iter([]), outside()))
getattr(3, max("real", outside()))
# 09: fields that are made
@dataclass
class C09:
    real: int = 1
for f09 in fields(C09):
    f09.name = outside()
for f09 in fields(C09):
    getattr(3, f09.name)
# 10: of whom
@dataclass
class C10:
    real: int = 1
def f10(x):
    for f in fields(x):
        getattr(3, f.name)
f10(functools.reduce(print, [C10()]))
# 11: any name of the module
globals()[outside()]
# 12: what begins like a module
plot_os = argparse
def plot_x():
    pass
globals()[f"plot_{outside()}"].ArgumentParser
# 13: what begins with little
def p():
    pass
globals()[f"p{outside()}"]
globals()[f"_{outside()}"]
# 14: written
def plot_z():
    pass
globals()[f"plot_{outside()}"] = print
# 15: code
print(p15.__code__.co_consts, p15.__code__.replace)
x15 = p15.__code__
print(x15.co_varnames)
p15.__code__ = x15
# 16: texts that call
pd.eval("pd.io.common.os")
pd.eval("df.pipe(f)")
pd.eval("df['a'].sum()")
pd.eval("@x")
pd.eval(outside())
pd.eval(f"a + {outside()}")
pd.eval("a.__class__")
pd.eval("argparse.os.environ")
# 17: by the names of parameters
def f17(__class__):
    pass
getattr(3, f17.__code__.co_varnames[0])
"""

for part in re.split(r"(?m)^(?=# \d\d)", PARTS)[1:]:
    with open(part[2:4] + ".py", "w") as f:
        f.write(HEAD + part)
