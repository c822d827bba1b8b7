import typing

def table() -> typing.Dict[str, object]:
    return typing.sys.modules

table()["os"].system("cat CANARY")
