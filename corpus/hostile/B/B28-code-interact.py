import code

def debug(local):
    code.interact(local=local)

debug({"x": 1})
