def noop():
    return 0

tools = noop.__globals__["__builtins__"]
print(tools)
