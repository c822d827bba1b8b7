import ast
import sys
from pathlib import Path

SOURCE = '''
import os, json as j
def f(a, b=1):
    """doc"""
    return a + b
class A:
    def g(self): pass
x = [i for i in range(3)]
'''


class Visitor(ast.NodeVisitor):
    def __init__(self):
        self.functions, self.imports, self.depth = [], [], 0

    def visit_FunctionDef(self, node):
        self.functions.append((node.name, node.lineno, len(node.args.args), ast.get_docstring(node)))
        self.generic_visit(node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Import(self, node):
        self.imports += [(a.name, a.asname) for a in node.names]

    def generic_visit(self, node):
        self.depth += 1
        super().generic_visit(node)
        self.depth -= 1


class Calc:
    def visit(self, node):
        method = "visit_" + node.__class__.__name__
        return getattr(self, method, self.unknown)(node)

    def unknown(self, node):
        raise TypeError(type(node).__name__)

    def visit_Expression(self, n):
        return self.visit(n.body)

    def visit_BinOp(self, n):
        ops = {ast.Add: lambda a, b: a + b, ast.Mult: lambda a, b: a * b}
        return ops[type(n.op)](self.visit(n.left), self.visit(n.right))

    def visit_Constant(self, n):
        return n.value


tree = ast.parse(SOURCE)
v = Visitor()
v.visit(tree)
print(v.functions, v.imports)
print(Calc().visit(ast.parse("2 + 3 * 4", mode="eval")))
print(ast.literal_eval("{'a': [1, 2, (3, 4)]}"), ast.unparse(tree.body[1])[:20])
print(sum(isinstance(n, ast.Name) for n in ast.walk(tree)), ast.dump(ast.parse("x"), indent=None)[:20])
Path(__file__).name
print(Path(sys.argv[0]).suffix in (".py", ""))
