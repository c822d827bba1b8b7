import trace

trace.Trace(count=0, trace=0).run("print(open('CANARY').read())")
