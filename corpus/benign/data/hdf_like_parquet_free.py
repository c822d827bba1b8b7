"""Store a table by column in a small text format and read it back."""
from pathlib import Path

def save(path, table):
    lines = []
    for name, column in table.items():
        kind = type(column[0]).__name__
        lines.append(f"{name}:{kind}:" + ",".join(map(str, column)))
    Path(path).write_text("\n".join(lines))

def load(path):
    casts = {"int": int, "float": float, "str": str}
    table = {}
    for line in Path(path).read_text().splitlines():
        name, kind, values = line.split(":", 2)
        table[name] = [casts[kind](v) for v in values.split(",")]
    return table

t = {"id": [1, 2, 3], "w": [0.5, 1.5, 2.5], "tag": ["a", "b", "c"]}
save("t.col", t)
assert load("t.col") == t
print("round trip ok")
