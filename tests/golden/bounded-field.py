from dataclasses import dataclass, fields
@dataclass
class P:
    x: int
    def show(self):
        for f in fields(self):
            f.name = input()
            getattr(self, f.name)()
P(1).show()
