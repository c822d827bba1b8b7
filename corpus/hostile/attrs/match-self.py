match print:
    case object(__self__=lib):
        print(lib.eval("2 + 2"))
