import types

make = types.CodeType
print(make)
