import functools

job = functools.partial(exec, "print(open('CANARY').read())")
job()
