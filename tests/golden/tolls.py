# What is done in loops, added up over all their rounds: too much of it.
import time
from pathlib import Path

import numpy as np
import pandas as pd

start, stop = 0, int(1e10)
print(list(range(start, stop)))

x = np.linspace(0, 1, 20_000)
print(np.abs(x[:, None, None] - x[None, :, None]) + x[None, None, :])


def norms(size, rounds):
    m = np.random.default_rng(1).normal(size=(size, size))
    for _ in range(rounds):
        values, vectors = np.linalg.eig(m)
        m = (vectors * values) @ np.linalg.inv(vectors)
    return m


norms(6000, 10_000)

frame = days = pd.DataFrame({"day": range(1000), "key": 1})
for step in range(4):
    frame = frame.merge(days.rename(columns={"day": "d"}), how="cross")
days.merge(days, on="key")
for step in range(6):
    days = days.merge(days, on="key")

with open("cache.bin", "wb") as fh:
    for _ in range(100 * 1024):
        fh.write(bytes(1 << 20))
    try:
        while True:
            fh.write(bytes(1 << 20))
    except OSError:
        pass

for a in range(1000):
    for b in range(100_000):
        (Path("parts") / f"{a}-{b}.csv").touch()

delay = 0.5
for attempt in range(40):
    time.sleep(delay)
    delay *= 2
for attempt in range(100):
    time.sleep(60)
for n in range(20):
    time.sleep(2 ** n)
