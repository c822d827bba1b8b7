from itertools import combinations, permutations

guests = ["Ada", "Ben", "Cai", "Dag", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon", "Kai", "Lea", "Mia"]


def ways(n):
    return 1 if n < 2 else ways(n - 1) + ways(n - 2)


def cuboids(limit):
    found = 0
    for a in range(1, limit):
        for b in range(a, limit):
            for c in range(b, limit):
                found += a * b == c
    return found


# All seats of four guests, or pairs of all, are few; all seats of all are not.
print(len(list(permutations(guests[:4]))), len(list(combinations(guests, 2))))
print(len(list(permutations(guests))))

# The largest of what a loop goes through counts.
for few in (5, 10, 20):
    print(ways(few))
for stairs in (5, 10, 75):
    print(ways(stairs))

# A loop that begins where the one around it stands has half its rounds.
print(cuboids(40_000))
for a in range(100):
    for b in range(a, 100):
        for c in range(b, 100):
            print(a * b == c)
