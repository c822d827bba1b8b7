# As much of it as honest programs ask for.
import itertools
import time
from pathlib import Path

import numpy as np
import pandas as pd

start, stop = 0, int(1e7)
print(list(range(start, stop)))

channels = ["television", "newspapers", "radio stations", "the street"]
for decays in itertools.product([0.0, 0.3, 0.6, 0.8], repeat=len(channels)):
    print(dict(zip(channels, decays)))

x = np.linspace(0, 1, 300)
print(np.abs(x[:, None, None] - x[None, :, None]) + x[None, None, :])

m = np.random.default_rng(1).normal(size=(2000, 2000))
for _ in range(20):
    values, vectors = np.linalg.eig(m)
    m = (vectors * values) @ np.linalg.inv(vectors)

frame = days = pd.DataFrame({"day": range(3000), "key": [1, 2, 3] * 1000})
names = pd.DataFrame({"key": [1, 2, 3], "name": ["a", "b", "c"]})
for step in range(4):
    frame = frame.merge(names, on="key", suffixes=("", f"_{step}"))
print(days.merge(pd.DataFrame({"k": range(100)}), how="cross"))

with open("cache.bin", "wb") as fh:
    for _ in range(1000):
        fh.write(bytes(1 << 20))

with open("copy.bin", "wb") as out, open("cache.bin", "rb") as fh:
    while True:
        block = fh.read(1 << 20)
        if not block:
            break
        out.write(block)

for a in range(30):
    for b in range(100):
        (Path("parts") / f"{a}-{b}.csv").touch()

delay = 0.5
for attempt in range(10):
    time.sleep(delay)
    delay = min(delay * 2, 60)
for attempt in range(1000):
    time.sleep(0.5)
for n in range(8):
    time.sleep(2 ** n)
