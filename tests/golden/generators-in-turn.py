class Table:
    def __init__(self, data):
        self.data = data

    def keys(self):
        for key in self.items():
            yield key

    def items(self):
        for key, value in self.data.items():
            yield key, value


class Other:
    def keys(self):
        for key in self.items():
            yield key

    def items(self):
        for key in self.keys():
            yield key


def first():
    for x in second():
        yield x


def second():
    for x in first():
        yield x


for key in Table({}).items():
    print(key)
