import random

rng = random.Random(2024)
deck = list(range(10))
rng.shuffle(deck)
print(deck, rng.sample(range(100), 3), rng.choices("ab", weights=[9, 1], k=5))
print(round(rng.uniform(1, 2), 3), round(rng.gauss(0, 1), 3), rng.randrange(0, 100, 5))
random.seed("text")
print(random.choice(["x", "y", "z"]))
