g = getattr
obj = "text"
print(g(obj, "__class__"))
