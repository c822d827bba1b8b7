class Registry:
    _instance = None

    def __new__(cls):
        if cls._instance is None:
            cls._instance = super().__new__(cls)
            cls._instance.items = {}
        return cls._instance

    def register(self, name):
        def deco(func):
            self.items[name] = func
            return func
        return deco

r = Registry()

@r.register("double")
def double(x):
    return x * 2

assert Registry() is r
print(Registry().items["double"](21))
