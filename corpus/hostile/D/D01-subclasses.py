found = ().__class__.__base__.__subclasses__()
print(len(found))
