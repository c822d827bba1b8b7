class Meta(type):
    def __instancecheck__(cls, other):
        return True

class P(metaclass=Meta):
    __match_args__ = ("__class__",)

obj = ()
match obj:
    case P(c):
        print(c)
