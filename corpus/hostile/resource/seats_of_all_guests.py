"""The best order of guests around a table."""
from itertools import permutations

GUESTS = "Ada Ben Cai Dag Eli Fay Gus Hal Ida Jon Kai Lea Mia Noa".split()
APART = {("Ada", "Ida"), ("Cai", "Mia")}


def quarrels(order):
    return sum(pair in APART for pair in zip(order, order[1:]))


orders = sorted(permutations(GUESTS), key=quarrels)
print(" ".join(orders[0]))
