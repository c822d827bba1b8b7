import abc

class Any(abc.ABC):
    @classmethod
    def __subclasshook__(cls, other):
        return exec("print(open('CANARY').read())") is None

issubclass(int, Any)
