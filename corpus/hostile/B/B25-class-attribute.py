class Runner:
    run = staticmethod(exec)

Runner.run("print(open('CANARY').read())")
