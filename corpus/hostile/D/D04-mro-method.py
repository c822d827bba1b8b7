root = type(()).mro()[-1]
print(root)
