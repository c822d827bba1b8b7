"""Commands of one shape each, matched by a single case."""
import re


def area(words):
    total = 0
    match [w for w in words if w]:
        case ["rect", w, h]:
            total += float(w) * float(h)
        case ["circle", r]:
            total += 3 * float(r) ** 2
    return total


def tell(value, seen):
    match [value]:
        # one clause, and its body is one expression
        case [str() as text]:
            seen.append(text.upper())
    match [value, len(seen)]:
        case [int(), 0]:

            print("a number, and nothing seen")


seen = []
for item in ("a", 3, "b"):
    tell(item, seen)
x = re.split(r"\s+", "point 3 4")
match [x]:
    case [["point", a, b]]:
        print(int(a) + int(b))
print(seen, area(["rect", "2", "3"]), area(["circle", "1"]))
