from operator import itemgetter, attrgetter
from dataclasses import dataclass

@dataclass
class Pet:
    name: str
    age: int

pets = [Pet("Rex", 3), Pet("Tom", 1), Pet("Ada", 3)]
print([p.name for p in sorted(pets, key=attrgetter("age", "name"))])
print(max([{"n": 1}, {"n": 5}], key=itemgetter("n")))
pets.sort(key=lambda p: (-p.age, p.name))
print(pets[0])
