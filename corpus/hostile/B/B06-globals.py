space = globals()["__builtins__"]
print(space)
