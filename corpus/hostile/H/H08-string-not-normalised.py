class A:
    pass

print(getattr(A, "__ｃlass__", None))
