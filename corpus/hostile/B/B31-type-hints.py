import typing

T = type("T", (), {"__annotations__": {"a": "print(open('CANARY').read())"}})
print(typing.get_type_hints(T))
