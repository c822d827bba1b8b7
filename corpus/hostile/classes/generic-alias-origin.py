import types

alias = list[int]
print(alias.__origin__.__base__.__subclasses__())
