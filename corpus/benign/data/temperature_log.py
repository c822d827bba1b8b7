from collections import Counter, namedtuple
import random

Reading = namedtuple("Reading", "day hour celsius")
random.seed(5)
readings = [Reading(d, h, random.gauss(15 + h / 4, 2)) for d in range(7) for h in range(0, 24, 6)]
hottest = max(readings, key=lambda r: r.celsius)
coldest = min(readings, key=lambda r: r.celsius)
print(f"hottest: day {hottest.day} at {hottest.hour:02d}:00, {hottest.celsius:.1f}")
print(f"coldest: day {coldest.day} at {coldest.hour:02d}:00, {coldest.celsius:.1f}")
bands = Counter("warm" if r.celsius > 17 else "mild" if r.celsius > 14 else "cool" for r in readings)
print(bands.most_common())
