@exec
@input
class X:
    pass
