import typing

ref = typing.ForwardRef("__import__('os').system('cat CANARY')")

def f(a: ref):
    pass

print(typing.get_type_hints(f))
