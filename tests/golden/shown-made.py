from dataclasses import make_dataclass


class P:
    pass


K = make_dataclass("K", [], namespace={"__eq__": lambda s, o: o("id")})
print(getattr(P, input()) == K())
