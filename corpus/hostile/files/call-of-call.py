import itertools

for f in itertools.starmap(open.__call__, [("/var/lib/CANARY", "w")]):
    f.write("x")
