from collections import Counter

seen = Counter()
for i in iter(int, 1):
    seen[len(seen)] += 1
