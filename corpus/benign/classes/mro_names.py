"""Show in which order Python looks for a method."""


class Base:
    def greet(self):
        return ["base"]


class Left(Base):
    def greet(self):
        return ["left"] + super().greet()


class Right(Base):
    def greet(self):
        return ["right"] + super().greet()


class Both(Left, Right):
    pass


print(Both().greet())
print(" -> ".join(c.__name__ for c in Both.__mro__))
print([c.__name__ for c in Both.mro()], Both.__bases__)
try:
    {}["missing"]
except KeyError as error:
    print([c.__name__ for c in type(error).__mro__])
