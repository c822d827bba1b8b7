import argparse
import io
import itertools

def outside():
    return open('n').read()

# 1
class J1:
    def join(self, l): l.append(outside())
K1 = ["real"]
J1().join(K1)
for n1 in K1: getattr(3, n1)

# 2
class J2:
    def __lt__(self, l): l.append(outside())
K2 = ["real"]
J2() < K2
for n2 in K2: getattr(3, n2)

# 3
class J3:
    def __ror__(self, l): l["a"] = outside()
K3 = {"a": "real"}
K3 | J3()
getattr(3, K3["a"])

# 4
class J4: pass
setattr(J4, "__getitem__", lambda s, l: l.append(outside()))
K4 = ["real"]
J4()[K4]
for n4 in K4: getattr(3, n4)

# 5
class M5(type):
    def __instancecheck__(cls, l): l.append(outside())
class J5(metaclass=M5): pass
K5 = ["real"]
isinstance(K5, J5)
for n5 in K5: getattr(3, n5)

# 6
K6 = ["real"]
next(itertools.repeat(K6)).append(outside())
for n6 in K6: getattr(3, n6)

# 7
K7 = ["real"]
sum([], K7).append(outside())
for n7 in K7: getattr(3, n7)

# 8
K8 = ["real"]
max(K8, []).append(outside())
for n8 in K8: getattr(3, n8)

# 9
for n9 in (l9 := ["real", "imag"]):
    getattr(3, n9)
    l9[1] = outside()

# 10
a10 = b10 = ["real"]
b10.append(outside())
for n10 in a10: getattr(3, n10)

# 11
K11 = ["real"]
list[K11].__args__[0].append(outside())
for n11 in K11: getattr(3, n11)

# 12
K12 = [["real"]]
for _ in filter(lambda r: r.append(outside()), K12): pass
for r12 in K12:
    for n12 in r12: getattr(3, n12)

# 13
K13 = [["real"]]
J2() in K13
for r13 in K13:
    for n13 in r13: getattr(3, n13)

# 14
class R14:
    fields = ["real"]
    def go(self):
        J2() < self.fields
        for n in self.fields: getattr(3, n)

# 15
class R15:
    def __init__(self):
        self.how = b = ["real"]
        b.append(outside())
    def go(self):
        for n in self.how: getattr(3, n)

# 16
class A16:
    def __enter__(self): return self
    def read(self): return "real"
    def __exit__(self, *a): pass
    def __enter__(self): return io.StringIO(outside())
with A16() as a16: getattr(3, a16.read())

# 17
class A17:
    def __init__(self): self.who = "real"
a17 = A17()
p17 = argparse.ArgumentParser()
p17.add_argument("--who")
p17.parse_args(*[["--who", outside()], a17])
getattr(3, a17.who)

# 18
class A18:
    fields = ("real",)
    def go(self):
        for n in self.fields: getattr(3, n)
A18.fields += (outside(),)

# 19
class A19:
    def __init__(self): self.why = "real"
a19 = A19()
a19.why += outside()
getattr(3, a19.why)

# 20
class A20:
    bits = ("real",)
    def __getattr__(self, name): return (outside(),)
    def go(self):
        for n in self.bits: getattr(3, n)
del A20.bits
