class Show:
    def __format__(self, spec):
        return "<" + spec + ">"

obj = Show()
print(format(obj, "{x}"))
