class Steps:
    def __init__(self):
        self.seen = []

    def do_trim(self, rows):
        return [r.strip() for r in rows]

    def do_sort(self, rows):
        return sorted(rows)

    def names(self):
        return [n for n in dir(self) if n.startswith("do_")]

    def all(self):
        return {n: getattr(self, n) for n in dir(self) if n.startswith(("do_", "make_"))}

    def listed(self):
        return [getattr(self, n) for n in dir(self) if not n.startswith("_")]

    def after(self, name, rows):
        found = getattr(self, name, None)
        if found is None or name.startswith("_"):
            raise KeyError(name)
        return found(rows)

    def before(self, name, rows):
        if name.startswith("_") or name not in self.names():
            raise KeyError(name)
        return getattr(self, name)(rows)

    def chosen(self, name, rows):
        return rows if name.startswith("__") else getattr(self, name)(rows)

    def run(self, rows):
        for name in dir(self):
            if name.startswith("do_") and callable(getattr(self, name)):
                rows = getattr(self, name)(rows)
        return rows


steps = Steps()
apply = steps.after
print(steps.run(["b ", "a"]), apply("do_sort", [2, 1]), steps.before("do_trim", ["x "]))
print(steps.chosen("do_sort", [2, 1]), len(steps.all()), len(steps.listed()))
