import random

BEATS = {"rock": "scissors", "scissors": "paper", "paper": "rock"}

def result(a, b):
    if a == b:
        return "draw"
    return "first" if BEATS[a] == b else "second"

random.seed(0)
score = {"draw": 0, "first": 0, "second": 0}
for _ in range(30):
    score[result(random.choice(list(BEATS)), random.choice(list(BEATS)))] += 1
print(score)
