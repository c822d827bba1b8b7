import time

kept = []
try:
    print()
finally:
    while True:
        getattr(kept, "app" + "end")("x" * 1000000)

while True:
    assert (kept.append("x" * 1000000), True)[1]

try:
    while True:
        kept.append(next(iter(kept)))
except StopIteration:
    pass

while True:
    assert len(kept) < 100
    kept.append(1)
