"""A list with a memory: what it does not know itself, it asks the list."""


class Recorded:
    def __init__(self, items):
        self._items = list(items)
        self.steps = []

    def __getattr__(self, name):
        return getattr(self._items, name)

    def keep(self, test):
        before = len(self._items)
        self._items = [i for i in self._items if test(i)]
        self.steps.append(f"kept {len(self._items)} of {before}")
        return self


numbers = Recorded(range(10)).keep(lambda n: n % 2).keep(lambda n: n > 2)
numbers.append(11)
print(numbers.count(11), numbers.index(7), numbers.steps)
for value, field in zip([3, 4 + 1j], ["real", "imag"]):
    print(field, getattr(value, field))
