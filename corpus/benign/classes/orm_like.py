class Field:
    def __init__(self, kind, default=None, required=False):
        self.kind, self.default, self.required = kind, default, required

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        return obj.values.get(self.name, self.default)

    def __set__(self, obj, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{self.name}: expected {self.kind.__name__}, got {type(value).__name__}")
        obj.values[self.name] = value


class ModelMeta(type):
    def __new__(mcs, name, bases, ns, **kw):
        cls = super().__new__(mcs, name, bases, ns)
        cls.fields = {k: v for k, v in ns.items() if isinstance(v, Field)}
        return cls


class Model(metaclass=ModelMeta):
    def __init__(self, **kwargs):
        self.values = {}
        for name, f in self.fields.items():
            if name in kwargs:
                setattr(self, name, kwargs.pop(name))
            elif f.required:
                raise ValueError(f"{name} is required")
        if kwargs:
            raise TypeError(f"unknown: {', '.join(kwargs)}")

    def __eq__(self, other):
        return type(self) is type(other) and self.values == other.values

    def __hash__(self):
        return hash(tuple(sorted(self.values.items())))

    def to_dict(self):
        return {n: getattr(self, n) for n in self.fields}


class User(Model):
    name = Field(str, required=True)
    age = Field(int, default=0)


u = User(name="Ann", age=3)
print(u.to_dict(), u == User(name="Ann", age=3), len({u, User(name="Ann", age=3)}))
for bad in ({}, {"name": 3}, {"name": "x", "zip": 1}):
    try:
        User(**bad)
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
