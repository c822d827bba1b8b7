value = ()
print(f"{value.__class__.__base__.__subclasses__()!r:.40}")
