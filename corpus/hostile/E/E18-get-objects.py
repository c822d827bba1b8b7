import gc

found = [o for o in gc.get_objects() if isinstance(o, dict) and "system" in o]
print(len(found))
