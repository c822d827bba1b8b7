for f in (eval, exec):
    print(f("1"))
