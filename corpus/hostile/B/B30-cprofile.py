import cProfile

cProfile.run("print(open('CANARY').read())")
