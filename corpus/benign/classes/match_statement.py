from dataclasses import dataclass

@dataclass
class Move:
    dx: int
    dy: int

@dataclass
class Say:
    text: str

def handle(command):
    match command:
        case Move(dx=0, dy=0):
            return "stay"
        case Move(dx, dy) if dx == dy:
            return f"diagonal {dx}"
        case Move(dx=dx, dy=dy):
            return f"move {dx},{dy}"
        case Say(text):
            return f"say {text!r}"
        case {"type": "quit", **rest}:
            return f"quit {rest}"
        case [first, *others]:
            return f"list {first} +{len(others)}"
        case int() | float() as number:
            return f"number {number}"
        case _:
            return "?"

for c in (Move(0, 0), Move(2, 2), Move(1, 2), Say("hi"), {"type": "quit", "code": 1}, [1, 2, 3], 4.5, None):
    print(handle(c))
