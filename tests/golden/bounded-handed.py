KNOWN = ["real", "imag"]
CHANGED = ["real"]
PASSED = ["real"]


def by_default(o, names=("real", "imag")):
    return [getattr(o, n) for n in names]


def by_list(o, names):
    print(len(names))
    return {n: getattr(o, n) for n in names}


def by_name(o, name):
    return getattr(o, name)


def from_input(o, names=("real",)):
    return [getattr(o, n) for n in names]


def grows(o, names=["real"]):
    names.append(open("n").read())
    return [getattr(o, n) for n in names]


def other_name(o, names=["real"]):
    m = names
    m[0] = open("n").read()
    return [getattr(o, n) for n in names]


def changed_outside(o, names):
    return [getattr(o, n) for n in names]


def changes(x):
    x.append(open("n").read())


def changed_by_another(o, names):
    return [getattr(o, n) for n in names]


def has_alias(o, name="real"):
    return getattr(o, name)


def is_mapped(o, name="real"):
    return getattr(o, name)


def behind_a_star(o, *rest, name="real"):
    return getattr(o, name)


def bound_again(o, name="real"):
    for name in [open("n").read()]:
        pass
    return getattr(o, name)


def changed_within(o, name="real"):
    def inner():
        nonlocal name
        name = open("n").read()
    inner()
    return getattr(o, name)


def decorated_by(h):
    return lambda o: h(o, open("n").read())


@decorated_by
def decorated(o, name="real"):
    return getattr(o, name)


def other_default(o, name="real"):
    return getattr(o, name)


by_default(1)
by_default(1, ["real"])
by_list(1, KNOWN)
by_name(1, "real")
by_name(1, name="imag")
from_input(1, ["real", open("n").read()])
grows(1)
other_name(1)
CHANGED.append(open("n").read())
changed_outside(1, CHANGED)
changes(PASSED)
changed_by_another(1, PASSED)
alias = has_alias
alias(1, open("n").read())
hand = print(is_mapped)
behind_a_star(1, 2, 3, name=open("n").read())
bound_again(1)
changed_within(1)
decorated(1)
other_default.__defaults__ = (open("n").read(),)
other_default(1)
