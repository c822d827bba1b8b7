class Vec(dict):
    """A sparse vector: missing entries are zero."""

    def __missing__(self, key):
        return 0

    def dot(self, other):
        return sum(v * other[k] for k, v in self.items())

    def __add__(self, other):
        return Vec({k: self[k] + other[k] for k in self.keys() | other.keys()})

a, b = Vec({1: 2, 5: 3}), Vec({5: 4, 7: 1})
print(a.dot(b), sorted((a + b).items()), a[100])
