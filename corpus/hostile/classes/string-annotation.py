import typing

class Row:
    size: "print(open('CANARY').read())"

typing.get_type_hints(Row)
