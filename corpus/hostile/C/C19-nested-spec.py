class Show:
    def __format__(self, spec):
        return ("{0" + spec + "}").format(self)

print("{:{}}".format(Show(), ".__class__"))
