"""A field that is renamed, and a class that derives from its own."""
from dataclasses import dataclass, fields


@dataclass(init=False, repr=False)
class Row:
    key: int = 1


fields(Row)[0].name = "key,print(open('CANARY').read())"


@dataclass(init=False, repr=False)
class More(Row):
    pass


print(More() == More())
