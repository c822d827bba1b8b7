import json

ALLOWED = {"sum", "mean", "median"}
specs = json.loads(input())
table = object()


def swap():
    global changed
    changed = specs[0]


# A test at the level of the module says what the name may be, too.
for spec in specs:
    how = spec["how"]
    if how not in ALLOWED:
        raise ValueError(how)
    print(getattr(table, how)())

# Not where a function binds it,
for spec in specs:
    changed = spec["how"]
    if changed not in ALLOWED:
        continue
    swap()
    print(getattr(table, changed)())

# nor where it is bound again before it is read.
for spec in specs:
    again = spec["how"]
    if again not in ALLOWED:
        continue
    for again in specs:
        print(getattr(table, again)())
