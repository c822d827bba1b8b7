def f():
    return 1

patched = f.__code__.replace(co_code=b"")
print(patched)
