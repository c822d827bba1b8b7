n = "eval"
print(f"{getattr(__builtins__, f'{n}')('1 + 1')}")
