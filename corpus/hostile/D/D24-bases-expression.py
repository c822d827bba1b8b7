class X(*[object]):
    pass

print(X)
