import contextlib

with contextlib.ExitStack() as stack:
    stack.callback(exec, "print(open('CANARY').read())")
