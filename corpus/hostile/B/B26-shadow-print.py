print("start")
print = eval
result = print("1 + 1")
