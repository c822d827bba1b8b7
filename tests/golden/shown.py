class P:
    def get(self):
        return getattr(self, input())
p_d = P_d()
print(p_d.get())
print(getattr(p_d, "get")()("x"))

class P: pass
n_f = input()
v_f = getattr(P_f, n_f)
print(v_f)
def f_f(): return v_f
f_f()("x")

class P:
    def __rsub__(self, o): return o("x")
print(getattr(P_j, input()) - P_j())

class P: pass
assert 0, getattr(P_n, input())

import string
class F_o(string.Formatter):
    def get_value(self, k, a_o, kw):
        return getattr(self, k)
    def format_field(self, v_o, spec):
        return v_o("x")
print(F_o().get_value("a", 1, 2))
F_o().format("{x}")

class M_p(type):
    def __instancecheck__(cls, v_p): return v_p("x")
class P_p(metaclass=M_p): pass
isinstance(getattr(P_p, input()), P_p)

class P: pass
({getattr(P_q, input())} - set()).pop()("x")

class P:
    def __radd__(self, o): o("x"); return self
v_s = getattr(P_s, input())
v_s += P_s()

class P: pass
[f_u for f_u in [getattr(P_u, input())]][0]("x")

class P: pass
a_v = b_v = getattr(P_v, input())
print(b_v)
a_v("x")

import operator
class P: pass
f_w = operator.attrgetter(input())
f_w(P_w)("x")

class P:
    def __contains__(self, v_x): return v_x("x")
print(getattr(P_x, input()) in P_x())


class P_keys:
    def keys(self):
        return [getattr(self, input())]

    def __getitem__(self, k):
        return k("x")


print(P_keys().keys(), {**P_keys()})
