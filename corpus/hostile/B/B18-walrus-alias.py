if (g := eval):
    print(g("1 + 2"))
