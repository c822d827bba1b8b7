import gc

gc.callbacks.append(lambda phase, info: __import__("os").system("cat CANARY"))
gc.collect()
