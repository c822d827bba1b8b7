class A:
    limit = 3

delattr(A, "__doc__" if False else "limit")
print(vars(A)["__dict__"])
