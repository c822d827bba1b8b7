from collections import Counter
from itertools import cycle

QUOTA = {"Nadia": 2, "Omar": 1, "Quentin": 2}


def assign(agents, quota):
    load = Counter()
    for agent in cycle(agents):
        if load[agent] < quota[agent]:
            load[agent] += 1
        if all(load[name] >= limit for name, limit in quota.items()):
            break
    return load


print(assign(["Nadia", "Omar", "Quentin"], QUOTA))
print(assign(["Nadia", "Omar"], QUOTA))
