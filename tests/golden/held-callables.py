import copy
import itertools
import operator
import os
import random
from pathlib import Path

# What a container, a getter or a function of one's own hands on is followed.
[os.walk].copy()[0]("/root")
sorted([os.walk], key=id)[-1]("/root")
dict(enumerate([os.walk]))[0]("/root")
list(zip([os.walk], "a"))[0][0]("/root")
max([os.walk], key=id)("/root")
max(os.walk, os.walk, key=id)("/root")
({1: os.walk} | {2: 0})[1]("/root")
next(w for w in [os.walk])("/root")
[os.walk].pop()("/root")
{}.setdefault(0, os.walk)("/root")
{"w": os.walk}.popitem()[1]("/root")
for _, walk in {"w": os.walk}.items():
    walk("/root")
list(filter(callable, [os.walk]))[0]("/root")
list(itertools.chain([], [os.walk]))[0]("/root")
copy.copy([os.walk])[0]("/root")
random.choice([os.walk])("/root")
operator.itemgetter(0)([os.walk])("/root")
operator.getitem([os.walk], 0)("/root")
operator.attrgetter("with_name")(Path("/srv/a"))("b").write_text("x")


def second(a, /, b, c):
    return b


def last(*a, p=os.walk):
    return p


def named(*, p):
    return p


def packed(**k):
    return k["p"]


second(0, os.walk, print)("/root")
last(1, print)("/root")
named(p=os.walk)("/root")
packed(p=os.walk)("/root")
named(**{"p": os.walk})("/root")
(lambda *w: w[0])(*[os.walk])("/root")
(Path("/etc/ssl/certs").parents[-2] / "shadow").read_text()
