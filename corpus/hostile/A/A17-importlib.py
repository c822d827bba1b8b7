import importlib

def plugin(name):
    return importlib.import_module(name)

plugin("os").system("cat CANARY")
