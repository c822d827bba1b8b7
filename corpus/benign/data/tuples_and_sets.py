orders = [("ann", "pen"), ("bob", "cup"), ("ann", "cup"), ("cy", "pen")]
buyers = {}
for who, what in orders:
    buyers.setdefault(what, set()).add(who)
both = buyers["pen"] & buyers["cup"]
print(sorted(both), sorted(buyers["pen"] - buyers["cup"]), sorted(buyers["pen"] ^ buyers["cup"]))
print({k: len(v) for k, v in buyers.items()}, frozenset("ab") <= set("abc"))
