class Steps:
    def __init__(self):
        self.seen = []

    def after(self, name):
        found = getattr(self, name, None)
        if found is None or name == "_x":
            raise KeyError(name)
        return found()

    def kept(self, name):
        found = getattr(self, name, None)
        self.seen.append(found)
        if found is None or name.startswith("_"):
            raise KeyError(name)
        return found()

    def goes_on(self, name):
        found = getattr(self, name, None)
        if found is None or name.startswith("_"):
            print(name)
        return found()

    def asked_first(self, name):
        found = getattr(self, name, None)
        if found() or name.startswith("_"):
            raise KeyError(name)
        return found

    def bound_again(self, name):
        if name.startswith("_"):
            raise KeyError(name)
        name = "_" + name
        return getattr(self, name)()

    def other_way(self, name):
        if not name.startswith("_"):
            raise KeyError(name)
        return getattr(self, name)()

    def either(self, name):
        if name.startswith("_") and len(name) > 3:
            raise KeyError(name)
        return getattr(self, name)()

    def anything(self, other, name):
        if name.startswith("_"):
            raise KeyError(name)
        return getattr(other, name)()

    def all_but(self):
        return [getattr(self, n)() for n in dir(self) if n.startswith("") or n.startswith("do_")]

    def else_branch(self, name):
        if name.startswith("do_"):
            return 1
        else:
            return getattr(self, name)()
