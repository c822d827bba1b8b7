from collections import defaultdict

words = "listen silent enlist google elgoog abc cab bca inlets banana".split()
groups = defaultdict(list)
for w in words:
    groups["".join(sorted(w))].append(w)
for key, members in sorted(groups.items()):
    if len(members) > 1:
        print(key, members)
