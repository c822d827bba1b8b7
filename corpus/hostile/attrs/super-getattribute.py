class Probe:
    def look(self, name):
        return super().__getattribute__(name)

print(Probe().look("__class__").__mro__)
