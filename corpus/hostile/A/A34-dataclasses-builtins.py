import dataclasses

@dataclasses.dataclass
class Point:
    x: int = 0

print(dataclasses.builtins.eval("Point(1)"))
