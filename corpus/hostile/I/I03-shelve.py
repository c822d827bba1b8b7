import shelve

with shelve.open("x") as db:
    print(list(db))
