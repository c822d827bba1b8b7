import types

def f():
    return 1

print(types.FunctionType(f.__code__, {"__builtins__": {}})())
