votes = {"Alice": 23, "Bob": 17, "Carla": 31, "Dmitri": 9}
width = 40
top = max(votes.values())
for name, n in sorted(votes.items(), key=lambda kv: -kv[1]):
    bar = "█" * round(n / top * width)
    print(f"{name:>8} {bar} {n}")
print(f"{sum(votes.values())} votes, winner {max(votes, key=votes.get)}")
