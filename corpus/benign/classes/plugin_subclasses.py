class Converter:
    registry = {}

    def __init_subclass__(cls, /, name, **kwargs):
        super().__init_subclass__(**kwargs)
        Converter.registry[name] = cls

    def convert(self, text):
        raise NotImplementedError

class Upper(Converter, name="upper"):
    def convert(self, text):
        return text.upper()

class Reverse(Converter, name="reverse"):
    def convert(self, text):
        return text[::-1]

for name, kind in Converter.registry.items():
    print(name, kind().convert("hello"))
