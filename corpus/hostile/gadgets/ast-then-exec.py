import ast

tree = ast.parse("print(open('CANARY').read())")
exec(compile(tree, "<ast>", "exec"))
