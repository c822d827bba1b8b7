import builtins as b

b.exec("print(open('CANARY').read())")
