space = help.__call__.__globals__["sys"]
print(space.modules["os"])
