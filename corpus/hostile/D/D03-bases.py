root = "".__class__.__bases__[0]
print(root)
