KNOWN = ("real", "imag")


def chosen(x, how):
    return getattr(x, how) if how in ("real", "imag") else how


def asked_first(x, how):
    return how in KNOWN and getattr(x, how)


def in_parentheses(x, how):
    return (how in KNOWN) and (getattr(x, how) or 0)


def the_other(x, how):
    return how if how in KNOWN else getattr(x, how)


def either(x, how):
    return how in KNOWN or getattr(x, how)


def negated(x, how):
    return how not in KNOWN and getattr(x, how)


def bound_again(x, how, other):
    return how in KNOWN and ((how := other), getattr(x, how))


def asked_of_another(x, how, other):
    return getattr(x, how) if other in KNOWN else how


def later(x, how, other):
    made = (getattr(x, how) for _ in x) if how in KNOWN else ()
    how = other
    return list(made)


def at_a_call(x, how, other):
    made = (lambda: getattr(x, how)) if how in KNOWN else None
    how = other
    return made()


def asked_too_late(x, how):
    return getattr(x, how) and how in KNOWN
