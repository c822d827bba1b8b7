import inspect

print(inspect.currentframe())
