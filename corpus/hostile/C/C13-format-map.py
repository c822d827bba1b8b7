class User:
    pass

obj = User()
print("{a.__class__}".format_map({"a": obj}))
