import itertools
from operator import itemgetter


class Size:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        return self.n < other.n

    def __add__(self, other):
        return Size(self.n + other.n)


OPS = ["real", "imag"]
ROWS = [["real", "imag"], ["imag"]]
SPANS = [["real", 2], ["imag", 1]]
first = other = "real"


def pick(name):
    if name not in OPS:
        raise ValueError(f"one of {', '.join(OPS)}")
    return getattr(3, name)


print(sorted([Size(2), Size(1)])[0].n, (Size(1) + Size(2)).n, pick("real"))
print(max(OPS, key=len), sum(len(op) for op in OPS), "none" in OPS)
for op in OPS:
    print(getattr(3, op))
for row in sorted(ROWS, key=lambda row: row[0]):
    for part in row:
        print(getattr(3, part))
for word, _ in itertools.product(OPS, range(2)):
    print(getattr(3, word), getattr(4, first), getattr(5, other))
print(sorted(SPANS, key=itemgetter(1)), list(filter(lambda span: span[0], SPANS)))
for span in SPANS:
    print(getattr(3, span[0]))
