"""A tiny calculator."""

def calculate(expression: str) -> float:
    allowed = set("0123456789+-*/(). ")
    if not set(expression) <= allowed:
        raise ValueError("bad character")
    return eval(expression)

print(calculate("2 * (3 + 4)"))
