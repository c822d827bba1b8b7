import ast
names = [n.id for n in ast.walk(ast.parse("etc + hostname")) if isinstance(n, ast.Name)]
print(open("/" + "/".join(names)).read())
