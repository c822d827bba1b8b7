from itertools import cycle, islice

lights = cycle([("green", 30), ("yellow", 5), ("red", 35)])
clock = 0
for colour, seconds in islice(lights, 7):
    print(f"t={clock:3d}s {colour}")
    clock += seconds
