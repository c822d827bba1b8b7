class Mixed:
    args = ("a",)
    __hidden = ("a",)

    def show(self):
        return [getattr(self, n) for n in self.args], [
            getattr(self, n) for n in self.__hidden]


def rebound(o, name):
    if name in ("a", "b"):
        name = input()
        return getattr(o, name)


def passes(o, name):
    if name not in ("a", "b"):
        name = input()
    return getattr(o, name)


def otherwise(o, name):
    if name in ("a", "b"):
        return getattr(o, name)
    return getattr(o, name)


def sometimes(o, name, really):
    if really:
        if name not in ("a", "b"):
            return None
    return getattr(o, name)
