"""A proof of work with few zeros, a search with a deadline."""

# ---- hash small
import hashlib
nonce = 0
while not hashlib.sha256(f"block{nonce}".encode()).hexdigest().startswith("0000"):
    nonce += 1
print(nonce)

# ---- timeout loop
import time
deadline = time.monotonic() + 0.5
n = 0
while time.monotonic() < deadline:
    n += 1
print(n > 0)

# ---- dice until
import random
dice = random.Random(7)
rolls = 0
while True:
    rolls += 1
    if dice.randint(1, 6) == 6 and dice.randint(1, 6) == 6:
        break
print(rolls)

# ---- randwalk
import random

def walk(seed):
    rng = random.Random(seed)
    x, steps = 0, 0
    while abs(x) < 20:
        x += rng.choice((-1, 1))
        steps += 1
    return steps

print(sum(walk(s) for s in range(100)) / 100)
