class A:
    fields = ("a",)
    def go(self):
        for f in self.fields:
            getattr(self, f)()
a = A()
setattr(a, "fie" + input(), [input()])
a.go()
