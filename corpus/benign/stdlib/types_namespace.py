from types import MappingProxyType, SimpleNamespace
import typing

ns = SimpleNamespace(a=1, b="x")
ns.c = ns.a + 1
view = MappingProxyType({"k": 1})
try:
    view["k"] = 2
except TypeError as e:
    print("read only:", e)
def f(x: int, *rest: str) -> typing.Optional[float]:
    """Doc."""
    return None
print(ns, view["k"], f.__doc__, callable(f), f(1))
