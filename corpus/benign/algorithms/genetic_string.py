import random
import string

TARGET = "hello agent"
ALPHABET = string.ascii_lowercase + " "
random.seed(99)

def fitness(s):
    return sum(a == b for a, b in zip(s, TARGET))

def mutate(s, rate=0.05):
    return "".join(random.choice(ALPHABET) if random.random() < rate else c for c in s)

best = "".join(random.choice(ALPHABET) for _ in TARGET)
generation = 0
while best != TARGET and generation < 2000:
    best = max([best] + [mutate(best) for _ in range(100)], key=fitness)
    generation += 1
print(generation, repr(best))
