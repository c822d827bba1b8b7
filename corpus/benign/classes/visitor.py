class Num:
    def __init__(self, v):
        self.v = v

    def accept(self, visitor):
        return visitor.visit_num(self)

class Add:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def accept(self, visitor):
        return visitor.visit_add(self)

class Evaluate:
    def visit_num(self, n):
        return n.v

    def visit_add(self, n):
        return n.a.accept(self) + n.b.accept(self)

class Show:
    def visit_num(self, n):
        return str(n.v)

    def visit_add(self, n):
        return f"({n.a.accept(self)} + {n.b.accept(self)})"

tree = Add(Num(1), Add(Num(2), Num(3)))
print(tree.accept(Show()), "=", tree.accept(Evaluate()))
