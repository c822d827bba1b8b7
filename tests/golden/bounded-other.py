class A:
    fields = ("a",)
    def go(self):
        for f in self.fields:
            getattr(self, f)()
class B:
    fields = (input(),)
A.go(B())
