def names():
    return vars()["__builtins__"]

space = vars()["__builtins__"]
print(space)
