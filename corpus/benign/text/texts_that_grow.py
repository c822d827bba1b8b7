"""Rewriting that makes a text longer, a few times."""

# ---- koch
s = "F"
for _ in range(5):
    s = s.replace("F", "F+F-F-F+F")
print(len(s))

# ---- lsystem
rules = {"A": "AB", "B": "A"}
s = "A"
for _ in range(20):
    s = "".join(rules[c] for c in s)
print(len(s))

# ---- lookandsay
from itertools import groupby
s = "1"
for _ in range(30):
    s = "".join(f"{len(list(g))}{k}" for k, g in groupby(s))
print(len(s))

# ---- replace loop
s = "a   b    c"
while "  " in s:
    s = s.replace("  ", " ")
print(s)

# ---- formatting
print(f"{'name':<20}{'value':>10}")
print("%-20s%10.2f" % ("pi", 3.14159))
print("-" * 80)
print("x".center(60, "="))

# ---- regex csv
import re
FIELD = re.compile(r'(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))')
print([m.groups() for m in FIELD.finditer('a,"b ""c""",d')])

# ---- regex email
import re
E = re.compile(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}")
print(E.findall("write to ann@x.org or bob.b@mail.y.co.uk"))
