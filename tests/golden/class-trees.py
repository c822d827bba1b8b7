def tree_a(cls, depth=0):
    yield cls, depth
    for s in cls.__subclasses__():
        yield from tree_a(s, depth + 1)
for c, d_a in tree_a(object):
    print(c)

class A_c: pass
def kids_c(c): return c.__subclasses__()
print(kids_c(A_c))
print(list(map(kids_c, [object])))

class A_d: pass
def kids_d(c, *rest): return c.__subclasses__()
print(kids_d(A_d), kids_d(*[object]))

class A_g: pass
found_g = [A_g]
def put_g(l): l.append(object)
put_g(found_g)
for c in found_g:
    print(c.__subclasses__())

class A_h: pass
found_h = [A_h]
other_h = found_h
other_h.append(object)
for c in found_h:
    print(c.__subclasses__())

class A_i: pass
def f_i():
    out = [A_i]
    def g(): out.append(object)
    g()
    return out
for c in f_i():
    print(c.__subclasses__())

class A_k: pass
found_k = [A_k]
found_k[0:1] = [object]
for c in found_k: print(c.__subclasses__())

class A_l: pass
found_l = [A_l]
print(max(found_l, default=object).__subclasses__())
print(next(iter([]), object).__subclasses__())

class A_n: pass
class B_n:
    @classmethod
    def walk(cls): return [A_n]
B_n.walk = lambda: [object]
for c in B_n.walk(): print(c.__subclasses__())

class A_o: pass
def deco_o(c): return object
@deco_o
class B_o: pass
print(B_o.__subclasses__())
def f_o(c): return c.__subclasses__()
f_o(B_o)

class A_p: pass
d_p = {}
d_p.setdefault("x", []).append(object)
for k, v in d_p.items():
    for c in v: print(c.__subclasses__())

class A_q: pass
def f_q(c=object): return c.__subclasses__()
f_q(A_q)
f_q()

class A_r: pass
def f_r(c): return c.__subclasses__()
g = f_r
g(object)
f_r(A_r)

class A_s: pass
f_s = [A_s]
f_s += [object]
[print(c.__subclasses__()) for c in f_s]

class A_t: pass
f_t = [A_t]
for f_t[0] in [object]:
    print(f_t[0].__subclasses__())

class A_u: pass
def h_u(x=A_u): return x.__subclasses__()
h_u.__defaults__ = (object,)
h_u()

class A_v: pass
c = A_v
for c in (A_v, A_v.__mro__[-1]):
    print(c.__subclasses__())

class A_w: pass
try:
    raise ValueError(object)
except ValueError as c:
    for c in c.args: print(c.__subclasses__())

class A_x: pass
def f_x(c):
    return c.__subclasses__()
f_x(A_x)
f_x(c=object)

import functools
class A_y: pass
def f_y(c):
    return c.__subclasses__()
f_y(A_y)
functools.partial(f_y, object)()
