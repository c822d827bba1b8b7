import operator

base = operator.attrgetter("__class__.__base__")
print(base(()).__name__)
