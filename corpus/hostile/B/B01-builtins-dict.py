compute = __builtins__.__dict__["eval"]
print(compute("1 + 1"))
