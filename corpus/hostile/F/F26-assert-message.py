total = 3
assert exec("print(1)") is None, exec("print(2)")
