class Query:
    def __init__(self, rows):
        self.rows = list(rows)

    def where(self, **conditions):
        return Query(r for r in self.rows if all(r.get(k) == v for k, v in conditions.items()))

    def select(self, *names):
        return Query({n: r[n] for n in names} for r in self.rows)

    def order_by(self, name, reverse=False):
        return Query(sorted(self.rows, key=lambda r: r[name], reverse=reverse))

    def __iter__(self):
        return iter(self.rows)

    def __len__(self):
        return len(self.rows)

rows = [{"n": "x", "v": 3, "t": 1}, {"n": "y", "v": 1, "t": 1}, {"n": "z", "v": 2, "t": 2}]
print(list(Query(rows).where(t=1).order_by("v").select("n")))
