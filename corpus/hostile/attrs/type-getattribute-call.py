look = type(print).__getattribute__
print(look(print, "__self__"))
