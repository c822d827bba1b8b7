for x in iter(lambda: None, 1): pass
