class Row:
    a: int = 0
    b: str = ""

obj = Row()
print(obj.__annotations__)
