class Shown:
    def __init__(self, inner):
        self._inner = inner

    def __getattr__(self, name):
        return getattr(self._inner, name)


class Kept:
    def __init__(self, inner):
        self._inner = inner
        self.seen = []

    def __getattr__(self, asked):
        found = getattr(self._inner, asked)
        self.seen.append(found)
        return found


class Completed:
    def __getattr__(self, begun):
        return getattr(print, begun + "s__")


def plain(rows):
    for row, column in zip(rows, ["real", "imag"]):
        print(getattr(row, column))
    for i, part in enumerate(("real", "imag")):
        print(i, getattr(3, part))


def from_file(rows):
    for line, part in zip(open("names"), rows):
        getattr(part, line)()
    for i, text in enumerate(open("names")):
        print(getattr(3, text))


def bound_again(rows):
    for row, word in zip(rows, ["real"]):
        word = open("names").read()
        getattr(row, word)()
