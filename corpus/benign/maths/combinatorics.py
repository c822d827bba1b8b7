from itertools import combinations, permutations, product, combinations_with_replacement
from math import perm, comb, prod

print(len(list(combinations(range(6), 3))), comb(6, 3))
print(len(list(permutations("abcd", 2))), perm(4, 2))
print(["".join(p) for p in product("ab", repeat=2)])
print(list(combinations_with_replacement("xy", 2)))
print(prod(range(1, 6)))
hands = sum(1 for dice in product(range(1, 7), repeat=3) if sum(dice) == 10)
print(hands, "of", 6 ** 3)
