import argparse, functools, itertools, json, os


def outside():
    return open("n").read()

# 02
class W02:
    def write02(self, name02):
        return getattr(3, name02)
w02 = W02()
w02.write02("real")
print(outside(), file=w02)
# 03
class W03:
    def run03(self, name03):
        return getattr(3, name03)
w03 = W03()
w03.run03("real")
f03 = w03.run03
f03(outside())
# 04
class W04:
    def run04(self, name04):
        return getattr(3, name04)
w04 = W04()
w04.run04("real")
getattr(w04, "run04")(outside())
# 05
class W05:
    def run05(self, name05):
        return getattr(3, name05)
class V05(W05):
    pass
W05().run05("real")
print("x", file=V05())
# 06
def f06(name06):
    for i06 in range(9):
        name06 = "_" + name06
    return getattr(3, name06)
f06("class__")
# 07
W07 = {"real": 1}
W07[outside()] = 2
for k, v in W07.items():
    getattr(3, k)
# 08
W08 = {"real": 1}
W08.update({outside(): 2})
for k, v in W08.items():
    getattr(3, k)
# 10
def f10(*, how10="real"):
    return getattr(3, how10)
f10(how10="imag")
f10(**{"how10": outside()})
# 11
def f11(o, how11="real", **kw):
    return getattr(o, how11)
f11(1, **{outside(): outside()})
# 12
k = outside()
getattr(3, f"{k}code")
# 13
k = outside()
getattr(3, f"{k}__")
# 14
k = outside()
getattr(os, f"{k}tem")
# 17
C17 = ["real"]
def f17(names17=C17):
    names17.append(outside())
f17()
for n in C17:
    getattr(3, n)
# 18
C18 = ["real"]
def f18(names18=C18):
    return names18
f18().append(outside())
for n in C18:
    getattr(3, n)
# 22
class I22:
    def go22(self, names22):
        for n in names22:
            getattr(self, n)([outside()])
I22().go22(["go"])
# 23
P23 = [("real", ["imag"])]
for a, b in P23:
    b.append(outside())
for a, b in P23:
    for c in b:
        getattr(3, c)
# 24
P24 = {"a": {"how10": "real"}}
P24["a"]["how"] = outside()
for k, v in P24.items():
    getattr(3, v["how"])
# 25
class I25:
    def __init__(self, how25):
        self.how25 = how25
    def go25(self):
        return getattr(3, self.how25)
I25("real").go25()
i25 = I25("imag")
i25.how25 = outside()
i25.go25()
# 26
def f26(name26):
    def g():
        nonlocal name26
        name26 = outside()
    g()
    return getattr(3, name26)
f26("real")
# 27
def f27(name27):
    return getattr(3, name27)
f27("real")
functools.partial(f27)(outside())
# 31
class W31:
    def run31(self, name31):
        return getattr(3, name31)
w31 = W31()
w31.run31("real")
W31.run31(w31, outside())
# 32
class W32:
    def run32(self, name32):
        return getattr(3, name32)
    def both32(self):
        return self
w32 = W32()
w32.run32("real")
for x in [w32.both32()]:
    q = x
print(outside(), file=q)
# 33
class W33:
    def run33(self, name33):
        return getattr(3, name33)
    go33 = run33
w33 = W33()
w33.run33("real")
w33.go33(outside())
# 35
def f35(how35):
    how35 = how35 or outside()
    return getattr(3, how35)
f35("real")
