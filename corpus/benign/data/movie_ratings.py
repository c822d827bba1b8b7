ratings = [
    ("Alien", 5), ("Brazil", 4), ("Alien", 4), ("Clue", 3),
    ("Brazil", 5), ("Clue", 2), ("Alien", 5),
]
table = {}
for title, stars in ratings:
    table.setdefault(title, []).append(stars)
ranking = sorted(((sum(v) / len(v), k) for k, v in table.items()), reverse=True)
for position, (avg, title) in enumerate(ranking, start=1):
    print(f"{position}. {title} {avg:.2f}")
