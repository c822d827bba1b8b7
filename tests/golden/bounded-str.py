class E(str):
    def __eq__(self, o): return True
    def __hash__(self): return 1
def g(o, name):
    if name in ("a", "b"):
        return getattr(o, name)
g(g, E(input()))
