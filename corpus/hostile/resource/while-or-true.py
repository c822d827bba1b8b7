store = {}
key = 0
while key not in store.values() or True:
    store[key] = "y" * 10000
    key += 1
