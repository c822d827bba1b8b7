import dataclasses

X = dataclasses.make_dataclass("X", [("a", "__import__('os')", 0)])
import typing
print(typing.get_type_hints(X))
