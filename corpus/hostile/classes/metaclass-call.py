class Meta(type):
    def __call__(cls, text):
        return eval(text)

class Number(metaclass=Meta):
    pass

print(Number("1 + 1"))
