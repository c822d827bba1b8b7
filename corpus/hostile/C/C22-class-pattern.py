obj = ()
match obj:
    case object(__class__=c):
        print(c.__base__)
