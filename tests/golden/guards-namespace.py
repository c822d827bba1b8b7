import json

ALLOWED = {"sum", "mean", "median"}
specs = json.loads(input())
table = object()

# Whoever has the namespace binds names that nobody sees.
for spec in specs:
    how = spec["how"]
    if how not in ALLOWED:
        raise ValueError(how)
    globals().update(how=specs[0])
    print(getattr(table, how)())
