f, = [exec]
f("print(open('CANARY').read())")
