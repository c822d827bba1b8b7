import types

ns = types.SimpleNamespace(**{"__class__": int})
print(ns)
