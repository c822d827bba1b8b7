from contextlib import ExitStack
class R:
    p = ""
    def add(self, x): self.p += "/" + x
    def go(self): print(open(self.p).read())
r = R()
with ExitStack() as s:
    s.callback(r.go)
    s.callback(r.add, "hostname")
    s.callback(r.add, "etc")
