def body():
    pass

X = __build_class__(body, "X")
print(X)
