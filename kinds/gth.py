import typing
class A:
    x: int
print(typing.get_type_hints(A))
