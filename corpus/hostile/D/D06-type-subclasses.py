metas = type.__subclasses__(type)
print(metas)
