type X = exec("print(1)")
print(X.__value__)
