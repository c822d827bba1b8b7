@(lambda f: exec("print(open('CANARY').read())"))
def f():
    pass
