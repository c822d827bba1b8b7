from functools import cached_property

class Report:
    def __init__(self, numbers):
        self.numbers = numbers

    @cached_property
    def total(self):
        print("computing")
        return sum(self.numbers)

    @property
    def name(self):
        return self._name.title()

    @name.setter
    def name(self, value):
        if not value:
            raise ValueError("empty")
        self._name = value

    @name.deleter
    def name(self):
        self._name = "none"

r = Report([1, 2, 3])
r.name = "weekly report"
print(r.total, r.total, r.name)
del r.name
print(r.name)
