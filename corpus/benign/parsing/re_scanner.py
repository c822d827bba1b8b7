"""Tokens by re.Scanner, and the first number that has what is asked."""
import itertools
import re

scanner = re.Scanner([
    (r"\d+\.\d+", lambda scanner, text: ("float", float(text))),
    (r"\d+", lambda scanner, text: ("int", int(text))),
    (r"[A-Za-z_]\w*", lambda scanner, text: ("name", text)),
    (r"[-+*/()=]", lambda scanner, text: ("op", text)),
    (r"\s+", None),
])

tokens, rest = scanner.scan("x = 3 * (alpha + 2.5) ?")
for kind, value in tokens:
    print(f"{kind:<6}{value!r}")
print("left:", rest)
print(any(n * n > 500 for n in itertools.count()))
