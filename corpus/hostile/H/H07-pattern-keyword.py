obj = ()
match obj:
    case object(＿＿class__=c):
        print(c)
