def f(a=exec("print(open('CANARY').read())")):
    return a

print(f())
