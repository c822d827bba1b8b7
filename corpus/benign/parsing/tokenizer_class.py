import re
from typing import Iterator, NamedTuple


class Token(NamedTuple):
    kind: str
    value: str
    line: int
    column: int


SPEC = [
    ("NUMBER", r"\d+(\.\d*)?"),
    ("ASSIGN", r":="),
    ("END", r";"),
    ("ID", r"[A-Za-z_]\w*"),
    ("OP", r"[+\-*/]"),
    ("NEWLINE", r"\n"),
    ("SKIP", r"[ \t]+"),
    ("MISMATCH", r"."),
]
MASTER = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in SPEC))
KEYWORDS = {"if", "then", "endif"}


def tokenize(code: str) -> Iterator[Token]:
    line, start = 1, 0
    for match in MASTER.finditer(code):
        kind, value = match.lastgroup, match.group()
        column = match.start() - start
        if kind == "NEWLINE":
            line, start = line + 1, match.end()
            continue
        if kind == "SKIP":
            continue
        if kind == "ID" and value in KEYWORDS:
            kind = value.upper()
        elif kind == "MISMATCH":
            raise RuntimeError(f"{value!r} unexpected on line {line}")
        yield Token(kind, value, line, column)


for token in tokenize("if quantity then\n  total := total + price * 1.5;\nendif"):
    print(token)
