from types import FunctionType, CodeType


def f():
    pass


if isinstance(f, FunctionType):
    source = open("code.txt").read()
    print(FunctionType(CodeType(0, 0, 0, 0, 0, 0, b"", (), (), (), "", "", "", 0, b"", b""), {}))
