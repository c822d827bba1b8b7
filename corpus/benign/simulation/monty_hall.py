import random

def play(switch, rng):
    car, pick = rng.randrange(3), rng.randrange(3)
    opened = next(d for d in range(3) if d not in (car, pick))
    if switch:
        pick = next(d for d in range(3) if d not in (pick, opened))
    return pick == car

rng = random.Random(7)
for switch in (False, True):
    wins = sum(play(switch, rng) for _ in range(3000))
    print("switch" if switch else "stay", wins / 3000)
