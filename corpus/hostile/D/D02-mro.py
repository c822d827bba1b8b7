root = [].__class__.__mro__[-1]
print(root)
