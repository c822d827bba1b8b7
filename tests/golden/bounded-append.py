class A:
    fields = ["a"]
    def go(self):
        for f in self.fields:
            getattr(self, f)()
A.fields.append("__cl" + "ass__")
A().go()
