import itertools as it
from operator import itemgetter, attrgetter, mul

print(list(it.chain([1], [2, 3])), list(it.islice(it.count(10, 5), 3)))
print(list(it.takewhile(lambda x: x < 3, range(9))), list(it.dropwhile(str.isdigit, "12ab3")))
people = [("ann", "it"), ("bob", "hr"), ("cy", "it")]
for dept, group in it.groupby(sorted(people, key=itemgetter(1)), key=itemgetter(1)):
    print(dept, [p[0] for p in group])
a, b = it.tee(iter("xyz"))
print(list(a), list(b), list(it.starmap(mul, [(2, 3), (4, 5)])), list(it.zip_longest("ab", "c", fillvalue="-")))
print(list(it.pairwise([1, 2, 4])), list(it.compress("abcd", [1, 0, 1, 0])), list(it.repeat("z", 2)))
