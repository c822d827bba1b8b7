"""Write parts with one helper, read them back with another."""
from pathlib import Path


def save(name, lines):
    with open(name, "w", encoding="utf-8") as out:
        out.write("\n".join(lines) + "\n")
    return name


def count(name):
    with open(name, encoding="utf-8") as source:
        return sum(1 for _ in source)


def report(names):
    return dict(zip(names, map(count, names)))


names = [save(f"part_{i}.txt", ["x"] * (i + 1)) for i in range(3)]
print(report(names))
print(list(map(lambda n: Path(n).read_text().split(), ["part_0.txt", "part_1.txt"])))
