import ast

for text in ("[1, 2, {'a': (3, None)}]", "'text'", "__import__('os')", "1 +"):
    try:
        print(ast.literal_eval(text))
    except (ValueError, SyntaxError) as e:
        print(type(e).__name__)
