"""dataclass writes an __eq__ out of the names of its fields."""
from dataclasses import dataclass


@dataclass(init=False, repr=False)
class Row:
    key: int
    __annotations__.update({"key,print(open('CANARY').read())": int})

    def __init__(self):
        self.key = 1


print(Row() == Row())
